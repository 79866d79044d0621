import type { Slide } from './slide'

/** Safety basics: fifteen minutes. */
export const SAFETY_SLIDES: readonly Slide[] = [
  {
    title: 'Nobody gets hurt',
    scene: 'team',
    captions: [
      'Welcome. In the next fifteen minutes you learn what keeps you, your helper, your customer and everybody on the street unhurt. That comes before speed, and before any sofa.',
      'Every job can be stopped. If something is too heavy, too high, too slippery or too strange, you put it down and say so. You lose nothing by it.',
      'Wear closed shoes with a firm sole, gloves that grip, and clothes that do not catch. Leave rings and loose scarves in the van. Drink water before you are thirsty.',
    ],
  },
  {
    title: 'Look before you lift',
    scene: 'look',
    captions: [
      'Walk the whole way first, without a load: door, hallway, stairs, elevator, van. Count the steps, look for low lamps, loose rugs, wet floor, pets and children.',
      'Prop doors open, move the rug, switch the light on. Ask the customer to keep children and animals in another room while you carry.',
      'Measure what is large, and measure the narrowest door. A couch that does not fit through is found out with a tape, not with your shoulder.',
    ],
  },
  {
    title: 'Lift with your legs',
    scene: 'lift',
    captions: [
      'Stand close, feet apart as wide as your shoulders. Bend hips and knees, keep your back straight, get a firm grip and look ahead, not down.',
      'Rise with your legs, slowly, with the load against your body. At arm’s length the same box presses on your spine several times as hard.',
      'Never twist with a load: turn with your feet. Safety researchers of NIOSH put the most for one person, in the best posture, at 51 pounds.',
    ],
  },
  {
    title: 'Too heavy for one',
    scene: 'dolly',
    captions: [
      'Above that weight use wheels or two people. Make things lighter first: take drawers out, books into small boxes, glass shelves separately in a blanket.',
      'A dolly carries a dresser, a hand truck a refrigerator. Tip it toward you, strap the load to it, and push rather than pull, so that you see the way.',
      'Never ask a customer to carry. If the list of the order says two people and you are alone, do not begin: write to the customer, or say that you cannot pick up.',
    ],
  },
  {
    title: 'Two people, one voice',
    scene: 'sofa',
    captions: [
      'When two carry, one speaks. Agree before you lift who that is, and what the words are: “up”, “step”, “left”, “down”. Nobody moves without the word.',
      'Lift together, walk in step, and set down together. If one of you says “stop”, both stop, at once and without a question.',
      'Carry shoulders level. Straps for two take the weight off your hands and put it on shoulders and legs; practice with something that may fall.',
    ],
  },
  {
    title: 'Stairs',
    scene: 'stairs',
    captions: [
      'On stairs the stronger person is below, because most of the weight hangs there. Both face the load. The one above sees the steps and calls each of them.',
      'Keep one hand free for the railing wherever the load allows it. Rest on landings, never in the middle, and never with a foot on the edge of a step.',
      'A hand truck goes up backward and down with you above it, one step at a time. On wet or icy steps outside, salt or towels come first.',
    ],
  },
  {
    title: 'Pad and wrap',
    scene: 'wrap',
    captions: [
      'Wrap furniture before it leaves the room. A blanket around it and stretch film around the blanket protect wood, walls and your hands.',
      'Mirrors, pictures and screens stand upright, with corners protected and cardboard on both faces. Flat on the floor of the van they break.',
      'Refrigerators and washers stay upright. Tape doors and cables, empty the water, and let a refrigerator stand for some hours before it is switched on again.',
    ],
  },
  {
    title: 'The order of loading',
    scene: 'load',
    captions: [
      'Heavy things go first: low, on the floor, against the wall behind the cab. So the van brakes straight, and nothing heavy can fly forward.',
      'Balance left and right. Put boxes of one size in columns, heavy below light. What is fragile goes on top and last; what is needed first comes last too.',
      'Mind the limit. The label in the driver’s door says what the vehicle may weigh. Too much load ruins brakes and tires, and a police scale ends the day.',
    ],
  },
  {
    title: 'Straps',
    scene: 'strap',
    captions: [
      'Whatever can roll, tip or slide is strapped. Two straps for each tall piece, one high and one low, to rails or rings, never to a plastic panel.',
      'Read the working load limit on the strap. Federal cargo rules want all of them together to hold at least half of the weight that they secure.',
      'Throw away straps that are cut, burnt or knotted. Check the tension after the first mile, and again after every stop: loads settle.',
    ],
  },
  {
    title: 'Driving with a load',
    scene: 'drive',
    captions: [
      'A loaded van stops later and leans more. Leave four seconds to the car ahead, more in rain, and brake early and softly. Your cargo feels every jerk.',
      'Know your height and write it on the dashboard. New York’s parkways are closed to commercial vehicles, and some of their bridges are lower than 8 feet.',
      'Seat belt always, both hands on the wheel, phone in its mount. Set the route before you go. A message can wait until you are parked.',
    ],
  },
  {
    title: 'Stopping in New York',
    scene: 'park',
    captions: [
      'Look for a loading zone before you arrive, and ask the customer about one. Never within 15 feet of a hydrant, in a bus stop, a bike lane or on a crosswalk.',
      'Get out on the side of the sidewalk, and look for bicycles before you open a door. Cones behind the van and hazard lights tell others what you do.',
      'Switch the engine off. Idling for more than three minutes is fined in New York City, and after one minute beside a school. Lock the van each time.',
    ],
  },
  {
    title: 'Street and ramp',
    scene: 'ramp',
    captions: [
      'Set the ramp on level ground and hook it in. Keep it dry and free of sand. Nobody stands beside or below a load that is on it.',
      'A lift gate is for loads, and for one person at most. Keep feet and hands off its edges, and close it before you drive one yard.',
      'Between van and door people walk. One of you watches the sidewalk; carry when it is free, and give way to strollers, wheelchairs and dogs.',
    ],
  },
  {
    title: 'Hours, heat and being tired',
    scene: 'rest',
    captions: [
      'Eight hours of carrying are a long day. Eat, drink and rest between jobs. Going offline is one press, and nobody counts it against you.',
      'In vehicles of 10,001 pounds and more federal rules limit you: at most 11 hours of driving within 14 hours, after 10 hours off. They protect you too.',
      'Yawning, missed exits and heavy eyes mean: stop. Only sleep helps. In heat, dizziness or cramps mean shade, water and the end of the job.',
    ],
  },
  {
    title: 'When it is not safe',
    scene: 'stop',
    captions: [
      'Threats, weapons, drugs, a building that is falling apart, a dog that is loose: leave. Your own safety decides, and nobody has to prove it to you.',
      'In danger call 911 first. Then say in the console that it is not safe: the job ends, the customer pays nothing for it, and it is not held against you.',
      'Some things are never loaded: gas bottles, fuel, paint thinner, fireworks, weapons, animals, people in the back. Say so kindly, and load the rest.',
    ],
  },
  {
    title: 'If something happens',
    scene: 'aid',
    captions: [
      'After an accident: stop, hazard lights, look after people, call 911 if anybody is hurt. Then photos, names and plates, and your insurance company.',
      'If you hurt yourself, stop working. A cut is cleaned and covered, a back that hurts is not carried on with. Tell your helper and the customer.',
      'You have seen what matters most: look first, lift with your legs, load low, strap, drive softly, rest, and stop when it is not safe. Thank you.',
    ],
  },
]
