/** A van in profile: the mark in the header, on the favicon and on the map. */
export function VanMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path
        d="M2.500 6.500h11v10h-11zM13.500 9.500h4.300l3.700 3.700v3.300h-8z"
        stroke="currentColor"
        strokeWidth="1.900"
        strokeLinejoin="round"
      />
      <circle
        cx="7"
        cy="17"
        r="2.200"
        fill="var(--van-wheel, var(--hl-page))"
        stroke="currentColor"
        strokeWidth="1.800"
      />
      <circle
        cx="17.300"
        cy="17"
        r="2.200"
        fill="var(--van-wheel, var(--hl-page))"
        stroke="currentColor"
        strokeWidth="1.800"
      />
    </svg>
  )
}
