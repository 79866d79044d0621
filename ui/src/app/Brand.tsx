/** A van in profile: the mark in the header, on the favicon and on the map. */
export function VanMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path
        d="M2.5 6.5h11v10h-11zM13.5 9.5h4.3l3.7 3.7v3.3h-8z"
        stroke="currentColor"
        strokeWidth="1.9"
        strokeLinejoin="round"
      />
      <circle
        cx="7"
        cy="17"
        r="2.2"
        fill="var(--van-wheel, var(--hl-page))"
        stroke="currentColor"
        strokeWidth="1.8"
      />
      <circle
        cx="17.3"
        cy="17"
        r="2.2"
        fill="var(--van-wheel, var(--hl-page))"
        stroke="currentColor"
        strokeWidth="1.8"
      />
    </svg>
  )
}
