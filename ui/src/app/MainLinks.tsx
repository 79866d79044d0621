import { Link } from '@tanstack/react-router'
import { MAIN_LINKS } from './navigation'

export function MainLinks() {
  return MAIN_LINKS.map(({ label, link }) => (
    <Link key={label} {...link}>
      {label}
    </Link>
  ))
}
