import {
  approveApplication,
  askApplicant,
  rejectApplication,
  requestApprovalOverride,
} from '@/api/generated/sdk.gen'

/** What a reviewer decides with a reason, in words, and what is called for it. */
export const DECISIONS = {
  approve: {
    title: 'Approve this application?',
    follows: 'Everything stands. They can go online and take jobs at once.',
    label: 'Why? It is kept with the approval.',
    confirm: 'Approve Applicant',
    done: 'The applicant was approved.',
    call: approveApplication,
  },
  override: {
    title: 'Ask for an override?',
    follows:
      'Not everything stands, so that two people approve: you say why, and another administrator confirms it.',
    label: 'Why? The other administrator reads it, and it is kept with the approval.',
    confirm: 'Ask for an Override',
    done: 'Another administrator can confirm it now.',
    call: requestApprovalOverride,
  },
  ask: {
    title: 'Ask the applicant again?',
    follows: 'They get the application back, change it and submit it again.',
    label: 'What do you need? The applicant reads this in a mail.',
    confirm: 'Ask Again',
    done: 'The applicant was asked.',
    call: askApplicant,
  },
  reject: {
    title: 'Reject this application?',
    follows:
      'They may apply again. Do not reject because of a background report here: the law asks for notices and a waiting period first.',
    label: 'Why? The applicant reads this in a mail.',
    confirm: 'Reject Application',
    done: 'The application was rejected.',
    call: rejectApplication,
  },
} as const

export type Decided = keyof typeof DECISIONS
