import type { Specimen } from '@/design/specimen'
import { VEHICLE_NAME, VehicleSilhouette } from './VehicleSilhouette'

export default {
  name: 'VehicleSilhouette',
  states: Object.fromEntries(
    Object.entries(VEHICLE_NAME).map(([type, name]) => [
      name,
      <VehicleSilhouette key={type} type={type} />,
    ]),
  ),
} satisfies Specimen
