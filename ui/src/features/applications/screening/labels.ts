import type {
  CaseStatus,
  NextAction,
  OverallStatus,
  ReviewStep,
  ScreeningPackage,
} from '@/api/generated/types.gen'

export const CASE_STATUSES = {
  consented: 'Consent given, application not submitted',
  offer_needed: 'Needs a conditional offer first',
  to_order: 'Being ordered',
  ordered: 'In progress at the provider',
  in_review: 'Completed, needs a review',
  cleared: 'Approved',
  rejection_intended: 'Rejection intended: assessment needed',
  assessed: 'Assessed: notice needed',
  notice_sent: 'Notice sent, not delivered yet',
  waiting: 'Waiting period runs',
  disputed: 'Disputed',
  rejected: 'Rejected',
  closed: 'Closed',
} as const satisfies Record<CaseStatus, string>

/** What comes next, as one opens the case to do it. */
export const NEXT_ACTIONS = {
  applicant_submits: 'Wait for the application',
  make_offer: 'Make a conditional offer',
  order: 'See why it is not ordered',
  provider_reports: 'Wait for the report',
  review: 'Review the report',
  assess: 'Write the assessment',
  send_notice: 'Send the notice',
  notice_arrives: 'Wait until the notice arrives',
  waiting_period_ends: 'Wait for an answer',
  decide: 'Decide: the waiting period is over',
  answer_dispute: 'Look into the dispute',
  nothing: 'Nothing to do',
} as const satisfies Record<NextAction, string>

export const RECOMMENDED = {
  approved: 'Approve',
  rejected: 'Reject',
  review_required: 'Review',
} as const satisfies Record<OverallStatus, string>

export const PACKAGE_NAMES = {
  driver_pro: 'Driver Pro',
  driver_standard: 'Driver Standard',
  basic: 'Basic',
} as const satisfies Record<ScreeningPackage, string>

/** Steps that need a reason, and those that need none; the assessment and the order ask for more. */
export const STEP_WORDS = {
  make_offer: {
    button: 'Make Conditional Offer',
    follows:
      'Offer only what everything else supports: after it the background check is ordered, and only that check may take the offer back.',
    label: null,
  },
  clear: {
    button: 'Clear Applicant',
    follows: 'The background check counts as approved. An open dispute is settled by it.',
    label: 'Why does the report not stand in their way?',
  },
  intend_to_reject: {
    button: 'Intend to Reject',
    follows:
      'Nothing is decided by it. An assessment in writing comes next, then a notice and a waiting period.',
    label: 'Why? The applicant reads this in the notice.',
  },
  send_notice: {
    button: 'Send Notice',
    follows:
      'The applicant gets the reason, your assessment, a copy of the report and a summary of their rights. The waiting period begins with the delivery.',
    label: null,
  },
  resolve_dispute: {
    button: 'Answer Dispute',
    follows:
      'The report stands. If a notice had gone out, the whole waiting period begins again with the delivery of your answer. To let the applicant pass, clear them instead.',
    label: 'What did you find out? The applicant reads this.',
  },
  reject: {
    button: 'Send Final Notice',
    follows: 'The application is rejected because of the report, for good.',
    label: null,
  },
} as const satisfies Record<
  Exclude<ReviewStep, 'assess' | 'order'>,
  { button: string; follows: string; label: string | null }
>

/** New York Correction Law, section 753(1), in the order of the law. */
export const FACTORS = {
  public_policy: 'The policy to encourage the employment of people with a conviction',
  duties: 'The duties of the job',
  fitness: 'How the findings bear on the fitness for these duties',
  time_elapsed: 'How long ago it was',
  age_then: 'How old the person was then',
  seriousness: 'How serious it was',
  rehabilitation: 'What is known of rehabilitation and good conduct',
  safety: 'The interest in protecting property and the safety of people',
} as const
