/** MapLibre and Google paint on a canvas, which knows no style variables: those of app.css again. */
export const ROUTE_COLORS = {
  light: { chosen: '#15784b', other: '#8b958f', bed: '#ffffff' },
  dark: { chosen: '#4fc083', other: '#77828a', bed: '#0b0e10' },
} as const
