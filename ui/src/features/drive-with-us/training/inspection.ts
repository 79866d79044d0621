/** What is looked at before the first job of a day, part by part (ONB-51). */
export const INSPECTION = [
  {
    title: 'Around the vehicle',
    points: [
      'Tires: pressure as the label in the driver’s door says, no cuts, at least 2/32 inch of tread, 4/32 on the front of a truck',
      'Wheel nuts all there and tight, no rust running from them',
      'Nothing drips below the engine, gearbox or brakes',
      'Plates clean and readable, registration and inspection stickers valid',
    ],
  },
  {
    title: 'Lights and glass',
    points: [
      'Headlights high and low, brake lights, turn signals, hazard and reversing lights work',
      'Windshield without a crack in your sight, wipers clean, washer filled',
      'Mirrors whole, clean and set for you',
    ],
  },
  {
    title: 'Brakes and steering',
    points: [
      'The brake pedal is firm and holds; the parking brake holds on a slope',
      'The steering has no play and does not pull to one side',
      'No warning light stays on after the start',
    ],
  },
  {
    title: 'Cargo space',
    points: [
      'Floor clean, dry and without nails; walls and rails firm',
      'Doors, latches, ramp and lift gate open, close and lock',
      'Straps without cuts, with a label that can be read; at least four of them',
      'Blankets, stretch film, tape, dolly, hand truck and gloves are on board',
    ],
  },
  {
    title: 'For the worst',
    points: [
      'Fire extinguisher charged and fastened, warning triangles and a reflective vest within reach',
      'First-aid kit complete, flashlight works',
      'License, registration and insurance card on board; phone charged, in its mount',
      'Fuel for the day; the height of the vehicle written on the dashboard',
    ],
  },
] as const

export const WHEN_NOT_RIGHT =
  'If one of these is not right and you cannot mend it at once, do not drive. Stay offline, or release the jobs that you have, and have it repaired.'
