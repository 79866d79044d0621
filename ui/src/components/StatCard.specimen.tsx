import { IconPackage } from '@tabler/icons-react'
import type { Specimen } from '@/design/specimen'
import { Money } from './Money'
import { StatCard } from './StatCard'

export default {
  name: 'StatCard',
  states: {
    loading: <StatCard label="Active Orders" value={undefined} icon={<IconPackage size={16} />} />,
    count: <StatCard label="Active Orders" value={3} icon={<IconPackage size={16} />} />,
    money: <StatCard label="Total Spent" value={<Money cents={123_456} />} />,
    'with a hint': <StatCard label="Completed" value={12} hint="2 this month" />,
  },
} satisfies Specimen
