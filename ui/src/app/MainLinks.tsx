import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '@/auth/session'
import { LINKS, SAMPLE_TRACKING } from './navigation'

const TrackLink = lazy(() => import('./orders/TrackLink'))

/** Where one can go from everywhere: visitors to everything, whoever is signed in to what is theirs (PUB-02). */
export function MainLinks() {
  const { user, status } = useSession()
  // Who it is decides the rest: until then nothing is shown that may not be theirs.
  if (status === 'loading') {
    return (
      <>
        <Link to="/book-service">Book Now</Link>
        <Link to="/dashboard">Track</Link>
      </>
    )
  }
  const who = user?.userType ?? 'visitor'
  return (
    <>
      <Link to="/book-service">Book Now</Link>
      {user ? (
        <Suspense fallback={<Link to="/dashboard">Track</Link>}>
          <TrackLink />
        </Suspense>
      ) : (
        <Link {...SAMPLE_TRACKING} data-visitor>
          Track
        </Link>
      )}
      {LINKS[who].map(({ label, link }) => (
        <Link key={label} {...link} data-visitor={user ? undefined : true}>
          {label}
        </Link>
      ))}
    </>
  )
}
