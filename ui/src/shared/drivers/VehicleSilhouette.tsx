import classes from './VehicleSilhouette.module.css'

export type VehicleType = 'pickup' | 'van' | 'truck' | 'box_truck'

export const VEHICLE_NAME = {
  pickup: 'Pickup',
  van: 'Van',
  truck: 'Truck',
  box_truck: 'Box truck',
} satisfies Record<VehicleType, string>

/** Bodies on a ground of 96 by 48; wheels stand at their own places. */
const SHAPE = {
  pickup: {
    body: 'M4 34V25q0-2 2-2h32V15q0-3 3-3h17q3 0 5 2l9 9h15q5 0 5 5v6z',
    glass: 'M43 16h14q2 0 3 1l5 6H43z',
    wheels: [22, 73],
  },
  van: {
    body: 'M4 34V12q0-4 4-4h54q4 0 7 3l11 12 9 2q3 1 3 4v5z',
    glass: 'M58 12h4q2 0 4 2l8 9H58z',
    wheels: [22, 74],
  },
  truck: {
    body: 'M4 34V22h52V12q0-3 3-3h14q3 0 5 3l8 12q6 1 6 5v5zM4 19V10h3v9zM52 19V10h3v9z',
    glass: 'M62 13h10q2 0 3 2l5 8H62z',
    wheels: [20, 34, 77],
  },
  box_truck: {
    body: 'M3 34V6q0-3 3-3h50q3 0 3 3v6h13q3 0 5 3l7 9q6 1 6 5v5z',
    glass: 'M63 16h9q2 0 3 1l5 7H63z',
    wheels: [20, 34, 76],
  },
} satisfies Record<VehicleType, { body: string; glass: string; wheels: number[] }>

/** The vehicle in profile, by its type; an unknown type shows the van. */
export function VehicleSilhouette({ type, width = 96 }: { type: string; width?: number }) {
  const { body, glass, wheels } = SHAPE[isVehicleType(type) ? type : 'van']
  return (
    <svg
      className={classes.vehicle}
      width={width}
      height={width / 2}
      viewBox="0 0 96 48"
      aria-hidden="true"
      focusable="false"
    >
      <path className={classes.body} d={body} />
      <path className={classes.glass} d={glass} />
      {wheels.map((x) => (
        <g key={x}>
          <circle className={classes.gap} cx={x} cy="35" r="8.5" />
          <circle className={classes.wheel} cx={x} cy="35" r="6.5" />
          <circle className={classes.glass} cx={x} cy="35" r="2.5" />
        </g>
      ))}
    </svg>
  )
}

export function vehicleName(type: string): string {
  return isVehicleType(type) ? VEHICLE_NAME[type] : type
}

function isVehicleType(type: string): type is VehicleType {
  return type in SHAPE
}
