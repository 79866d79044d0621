/** Opens the device's own navigation where it has one, and the web's otherwise. */
export function navigationTo(place: { lat: number; lng: number }): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${place.lat},${place.lng}&travelmode=driving`
}
