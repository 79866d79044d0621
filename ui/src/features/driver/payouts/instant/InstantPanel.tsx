import '@mantine/core/styles/Input.layer.css'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type {
  NextPayoutOut,
  PayoutEligibilityOut,
  PayoutFeesOut,
  PayoutMethodOut,
  PayoutSettingsOut,
} from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { DataPanel } from '@/components/DataPanel'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { centsOf, formatCents, formatStartingAt, Money } from '@/components/Money'
import { Notice } from '@/components/Notice'
import { ButtonLink } from '@/components/RouterLink'
import { toast } from '@/components/toast'
import { ARRIVES } from '@/shared/payouts/arrival'
import { heldUntil } from '@/shared/payouts/methodHold'
import { methodName, methodNameWithin } from '@/shared/payouts/methodName'
import { MONEY } from '@/shared/payouts/moneyWords'
import { instantFees, type FeeLines as Lines, mostFees, RAIL_OF, standardLines } from '../fees'
import {
  useFees,
  useMethods,
  useNextPayout,
  useRequestPayout,
  useSettings,
  useStanding,
} from '../queries'
import { amountFault, nothingToSend } from './amount'
import { BesideBalance } from './BesideBalance'
import { confirmsPayout } from './confirmsPayout'
import { FeeLines } from './FeeLines'
import classes from './Instant.module.css'
import { MethodChoice } from './MethodChoice'
import { QuickAmounts } from './QuickAmounts'
import { type Speed, SpeedChoice } from './SpeedChoice'

const NO_METHODS = 'No verified payout methods. Please add a bank account or debit card.'
const STANDARD = 'Standard payout will be processed in 1-2 business days with no fees.'
const REQUESTED_MS = 5_000

/** All that a request is decided by. */
type Known = {
  standing: PayoutEligibilityOut
  settings: PayoutSettingsOut
  methods: PayoutMethodOut[]
  fees: PayoutFeesOut
  /** What comes by itself, unless nobody can tell just now. */
  next: NextPayoutOut | undefined
}

/** Having money paid out: amount, method, and every fee before it is confirmed (OUT-21). */
export function InstantPanel({ driverId }: { driverId: string }) {
  const standing = useStanding(driverId)
  const settings = useSettings(driverId)
  const methods = useMethods(driverId)
  const fees = useFees()
  const next = useNextPayout(driverId)
  const all = [standing, settings, methods, fees, ...(next.isError ? [] : [next])]
  const late = all.find((each) => each.data === undefined) ?? standing
  const { data: one } = standing
  const { data: two } = settings
  const { data: three } = methods
  const { data: four } = fees
  const isNextKnown = next.data !== undefined || next.isError
  const known: Known | undefined =
    one && two && three && four && isNextKnown
      ? { standing: one, settings: two, methods: three, fees: four, next: next.data }
      : undefined
  return (
    <section className={classes.card} aria-label="Instant Payout">
      <h3>Instant Payout</h3>
      <DataPanel
        query={{ ...late, data: known }}
        failure="Your balance could not be loaded"
        skeleton={<Skeleton height={420} radius="md" />}
      >
        {(found) => <Request driverId={driverId} known={found} />}
      </DataPanel>
    </section>
  )
}

function Request({ driverId, known }: { driverId: string; known: Known }) {
  const { standing, settings } = known
  const methods = known.methods.filter((method) => method.is_verified)
  const [written, setWritten] = useState('')
  const [speed, setSpeed] = useState<Speed>('instant')
  const [chosen, setChosen] = useState<string | null>(null)
  const [isAsked, setAsked] = useState(false)
  const requesting = useRequestPayout(driverId)
  const cents = centsOf(written)
  const isInstant = speed === 'instant'
  const now = Date.now()
  const old = methods.filter((each) => heldUntil(each, now) === null)
  const quick = isInstant ? old.find((each) => each.is_instant) : undefined
  const method = methods.find((each) => each.id === chosen) ?? quick ?? old[0] ?? methods[0]
  const held = method && old.length > 0 ? heldUntil(method, now) : null
  const isTooSlow = isInstant && method !== undefined && !method.is_instant
  const most = isInstant ? standing.most_now_cents : Math.max(standing.available_cents, 0)
  const nothing = nothingToSend(isInstant, standing)
  const why = useId()
  const fault = amountFault(cents, isInstant, standing, settings)
  const lines = isTooSlow ? null : linesOf(cents ?? 0, isInstant, method, known)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (nothing !== null || isTooSlow || held) return
    setAsked(true)
    if (fault !== null || cents === null || !method || requesting.isPending) return
    if (!(await confirmsPayout(cents, isInstant, method, lines))) return
    requesting.mutate(
      { amount_cents: cents, speed, method_id: method.id },
      {
        onSuccess: (payout) => {
          setWritten('')
          setAsked(false)
          const net = formatCents(payout.net_cents)
          if (payout.speed === 'instant')
            toast.success(`${net} will arrive in your account ${ARRIVES.instant}.`, {
              id: 'payout',
              title: 'Instant Payout Requested!',
              duration: REQUESTED_MS,
            })
          else toast.success(STANDARD, { id: 'payout', duration: REQUESTED_MS })
        },
      },
    )
  }
  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={classes.balance}>
        <span className={classes.quiet}>{MONEY.balance}</span>
        <strong>
          <Money cents={standing.available_cents} />
        </strong>
      </p>
      <BesideBalance standing={standing} />
      <Stopped standing={standing} isInstant={isInstant} />
      {standing.withheld_per_million > 0 && <TaxForm />}
      <SpeedChoice
        value={speed}
        onChange={setSpeed}
        fees={mostFees(RAIL_OF[method?.type ?? 'bank_account'], known.fees)}
        next={known.next}
      />
      {!isInstant && <p role="status">{STANDARD}</p>}
      <TextInput
        label="Amount"
        leftSection="$"
        type="number"
        step={0.01}
        min={0}
        inputMode="decimal"
        value={written}
        error={nothing === null && (isAsked || written !== '') && fault}
        onChange={({ currentTarget }) => {
          setWritten(currentTarget.value)
          requesting.reset()
        }}
      />
      <QuickAmounts
        most={most}
        available={standing.available_cents}
        onChoose={(amount) => setWritten((amount / 100).toFixed(2))}
      />
      {isInstant && <Limits known={known} />}
      {methods.length === 0 ? (
        <>
          <p>{NO_METHODS}</p>
          <ButtonLink
            to="/driver-dashboard"
            search={{ tab: 'instant-payouts', payouts: 'methods' }}
            variant="default"
          >
            Add a Payout Method
          </ButtonLink>
        </>
      ) : (
        <MethodChoice methods={methods} value={method?.id} onChange={setChosen} />
      )}
      {isTooSlow && (
        <FormErrorBox wait={0}>
          {methodName(method)} takes no instant payout: choose another method, or a standard payout.
        </FormErrorBox>
      )}
      {held && method && (
        <Notice kind="problem" title="New payout method">
          For your safety no payout goes to {methodNameWithin(method)} before {held}. Choose another
          method, or wait.
        </Notice>
      )}
      {lines && cents !== null && cents > 0 && <FeeLines cents={cents} lines={lines} />}
      {requesting.error && !requesting.isPending && (
        <FormErrorBox wait={0}>Payout failed: {sentenceOf(requesting.error)}</FormErrorBox>
      )}
      {nothing && (
        <p id={why} className={classes.quiet}>
          {nothing}
        </p>
      )}
      <Button
        type="submit"
        className={classes.submit}
        aria-describedby={nothing ? why : undefined}
        loading={requesting.isPending}
        disabled={
          !method ||
          isTooSlow ||
          held !== null ||
          !(isInstant ? standing.instant_eligible : standing.eligible)
        }
      >
        {isInstant ? 'Request Instant Payout' : 'Request Standard Payout'}
      </Button>
    </form>
  )
}

/** Every line of an instant payout; of a standard one there is something to say only while it is withheld from. */
function linesOf(
  cents: number,
  isInstant: boolean,
  method: PayoutMethodOut | undefined,
  { standing, fees }: Known,
): Lines | null {
  const perMillion = standing.withheld_per_million
  if (!isInstant) return perMillion > 0 ? standardLines(cents, perMillion) : null
  return method ? instantFees(cents, RAIL_OF[method.type], fees, perMillion) : null
}

/** What stands against it, in the words of the refusal. */
function Stopped(props: { standing: PayoutEligibilityOut; isInstant: boolean }) {
  const { requirements, eligible, instant_eligible: instant } = props.standing
  if (props.isInstant ? instant : eligible) return null
  const reasons: ReactNode[] = requirements
    .filter(({ requirement }) => props.isInstant || FOR_ANY.has(requirement))
    // Said in the place of the methods, with the way to add one.
    .filter(({ requirement }) => requirement !== 'verified_method')
    .map(({ requirement, reason }) => <li key={requirement}>{reason}</li>)
  if (reasons.length === 0) return null
  return (
    <Notice kind="problem" title={props.isInstant ? 'No instant payout yet' : 'No payout yet'}>
      <ul className={classes.reasons}>{reasons}</ul>
    </Notice>
  )
}

/** What a standard payout needs too. */
const FOR_ANY: ReadonlySet<string> = new Set([
  'connected_account',
  'payouts_enabled',
  'verified_method',
  'method_not_held',
])

/** Asked for before the first payout, and said until it is there (OP-67). */
function TaxForm() {
  return (
    <>
      <Notice kind="news" title="24% of this payout will be withheld for taxes">
        That ends with your Form W-9, unless the IRS has told you that you are subject to backup
        withholding.
      </Notice>
      <ButtonLink
        to="/driver-dashboard"
        search={{ tab: 'tax-center', tax: 'documents' }}
        variant="default"
      >
        Open Form W-9
      </ButtonLink>
    </>
  )
}

function Limits({ known: { standing, settings } }: { known: Known }) {
  return (
    <dl className={classes.limits}>
      <div>
        <dt>Minimum</dt>
        <dd>{formatStartingAt(settings.minimum_instant_cents)}</dd>
      </div>
      <div>
        <dt>Maximum</dt>
        <dd>{formatStartingAt(standing.most_now_cents)}</dd>
      </div>
      <div>
        <dt>Daily limit</dt>
        <dd>{formatStartingAt(settings.daily_instant_limit_cents)}</dd>
      </div>
    </dl>
  )
}
