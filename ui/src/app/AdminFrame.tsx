import type { ReactNode } from 'react'
import { PageFrame } from '@/components/PageFrame'
import { SectionMenu } from '@/components/SectionMenu'
import { usePageTitle } from '@/components/usePageTitle'
import classes from './AdminFrame.module.css'

/** Each panel's label under its word in the address, by what an operator comes for. */
const SECTIONS = {
  'Day to day': {
    overview: 'Overview',
    orders: 'Orders',
    people: 'People',
    claims: 'Reported problems',
    contests: 'Driving Appeals',
  },
  Drivers: {
    applications: 'Applications',
    screenings: 'Background Checks',
    authority: 'Authority',
  },
  Money: {
    payments: 'Payments',
    splits: 'Payment Splits',
    payouts: 'Driver Payouts',
    tax: 'Tax Report',
    differences: 'Differences',
  },
  Platform: {
    audit: 'Audit',
    jobs: 'Background tasks',
  },
} as const
type Panel = {
  [Group in keyof typeof SECTIONS]: keyof (typeof SECTIONS)[Group]
}[keyof typeof SECTIONS]

const LABELS = Object.assign({}, ...Object.values(SECTIONS)) as Record<Panel, string>

/** The administrators' pages: the menu of all of them beside the open one, above it on a narrow screen. */
export function AdminFrame({
  tab,
  panels,
}: {
  tab: string | undefined
  panels: Record<Panel, ReactNode>
}) {
  const open = isPanel(tab) ? tab : 'overview'
  usePageTitle(`${LABELS[open]} · Admin`)
  return (
    <PageFrame title="Admin" wide>
      <div className={classes.beside}>
        <SectionMenu title="Admin" to="/admin" sections={SECTIONS} first="overview" open={open} />
        <section aria-label={LABELS[open]} className={classes.panel}>
          {panels[open]}
        </section>
      </div>
    </PageFrame>
  )
}

function isPanel(tab: string | undefined): tab is Panel {
  return tab !== undefined && Object.hasOwn(LABELS, tab)
}
