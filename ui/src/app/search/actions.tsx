import { useMantineColorScheme } from '@mantine/core'
import type { SpotlightActionGroupData } from '@mantine/spotlight'
import {
  IconCalculator,
  IconDeviceDesktop,
  IconFileText,
  IconHome,
  IconLayoutDashboard,
  IconLogin2,
  IconLogout,
  IconMapPin,
  IconMoon,
  IconPackage,
  IconShieldLock,
  IconSteeringWheel,
  IconSun,
  IconUser,
  IconUserCog,
  IconUserPlus,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useSession } from '@/auth/session'
import type { UserType } from '@/auth/storedSession'
import { DASHBOARD_PATHS } from '@/shared/session/next'
import { useSignOut } from '../useSignOut'
import { useOrderFound } from './useOrderFound'
import { usePeopleFound } from './usePeopleFound'

type Page = {
  label: string
  to: string
  icon: typeof IconHome
  keywords?: string[]
  /** Whom it is for; everybody where nothing is said. */
  for?: (UserType | 'stranger')[]
}

const PAGES: Page[] = [
  { label: 'Book a Service', to: '/book-service', icon: IconPackage, keywords: ['order', 'move'] },
  { label: 'Track the sample order', to: '/track/demo', icon: IconMapPin, keywords: ['map'] },
  {
    label: 'My Dashboard',
    to: DASHBOARD_PATHS.customer,
    icon: IconLayoutDashboard,
    for: ['customer'],
  },
  {
    label: 'Driver Dashboard',
    to: DASHBOARD_PATHS.driver,
    icon: IconSteeringWheel,
    for: ['driver'],
  },
  { label: 'Admin', to: DASHBOARD_PATHS.admin, icon: IconShieldLock, for: ['admin'] },
  {
    label: 'Your account',
    to: '/account',
    icon: IconUserCog,
    keywords: ['password', 'phone', 'email', 'two-factor', 'settings'],
    for: ['customer', 'driver', 'admin'],
  },
  { label: 'Drive With Us', to: '/drive-with-us', icon: IconSteeringWheel, keywords: ['job'] },
  { label: 'Price calculator', to: '/#price', icon: IconCalculator, keywords: ['fare'] },
  { label: 'Home', to: '/', icon: IconHome },
  { label: 'Login', to: '/login', icon: IconLogin2, for: ['stranger'], keywords: ['sign in'] },
  { label: 'Sign Up', to: '/register', icon: IconUserPlus, for: ['stranger'] },
  { label: 'Terms', to: '/terms', icon: IconFileText },
  { label: 'Privacy', to: '/privacy', icon: IconFileText },
]

/** The pages that the person may open, and what can be done from anywhere. */
export function useSearchActions(): SpotlightActionGroupData[] {
  const { user } = useSession()
  const leaveHere = useSignOut()
  const { setColorScheme } = useMantineColorScheme()
  const router = useRouter()
  const who = user?.userType ?? 'stranger'
  const pages = PAGES.filter((page) => page.for?.includes(who) ?? true).map(
    ({ label, to, icon, keywords }) => ({
      id: to,
      label,
      keywords,
      leftSection: picture(icon),
      onClick: () => router.history.push(to),
    }),
  )
  const colors = [
    { id: 'light', label: 'Use light colors', icon: IconSun },
    { id: 'dark', label: 'Use dark colors', icon: IconMoon },
    { id: 'auto', label: 'Use the colors of the system', icon: IconDeviceDesktop },
  ] as const
  const actions = colors.map(({ id, label, icon }) => ({
    id,
    label,
    keywords: ['theme', 'scheme'],
    leftSection: picture(icon),
    onClick: () => setColorScheme(id),
  }))
  const leave = {
    id: 'logout',
    label: 'Logout',
    keywords: ['sign out'],
    leftSection: picture(IconLogout),
    onClick: leaveHere,
  }
  return [
    { group: 'Pages', actions: pages },
    { group: 'Actions', actions: user ? [leave, ...actions] : actions },
  ]
}

/** The order whose number was typed: an administrator's opens its history, everybody else's its tracking. */
export function useOrderActions(typed: string): {
  actions: SpotlightActionGroupData[]
  nothingFound: string
} {
  const router = useRouter()
  const { data: order, isAsked, isError, isPending, user } = useOrderFound(typed)
  if (!isAsked) return { actions: [], nothingFound: 'Nothing found' }
  if (isPending) return { actions: [], nothingFound: 'Looking for the order…' }
  if (isError) return { actions: [], nothingFound: 'The order could not be looked for' }
  if (order === null) return { actions: [], nothingFound: 'You have no order with this number' }
  const to =
    user?.userType === 'admin' ? `/admin?tab=orders&order=${order.id}` : `/track/${order.id}`
  const action = {
    id: `order-${order.id}`,
    label: `Order #${order.number}`,
    description: `${order.pickup_location.address} to ${order.delivery_location.address}`,
    leftSection: picture(IconPackage),
    onClick: () => router.history.push(to),
  }
  return { actions: [{ group: 'Orders', actions: [action] }], nothingFound: 'Nothing found' }
}

/** People whom an administrator finds, each leading to their page. */
export function usePeopleActions(typed: string): SpotlightActionGroupData[] {
  const router = useRouter()
  const actions = usePeopleFound(typed).map(({ id, name, email, user_type }) => ({
    id: `person-${id}`,
    label: name || email,
    description: `${email}, ${user_type}`,
    // The server found them, by a phone number or an id perhaps: shown whatever their words are.
    keywords: [typed],
    leftSection: picture(IconUser),
    onClick: () => router.history.push(`/admin?tab=people&person=${encodeURIComponent(id)}`),
  }))
  return actions.length ? [{ group: 'People', actions }] : []
}

function picture(Icon: typeof IconHome) {
  return <Icon size={20} stroke={1.75} aria-hidden="true" />
}
