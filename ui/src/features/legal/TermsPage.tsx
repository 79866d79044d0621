import { Link } from '@tanstack/react-router'
import { ADVERTISED } from '@/shared/advertising/advertised'
import { LegalPage, type LegalSection } from './LegalPage'

// The figures are those by which the marketplace works: cancelling OP-23, quotes OP-09, age OP-70.
const SECTIONS: LegalSection[] = [
  {
    id: 'marketplace',
    title: 'What haulage is',
    body: (
      <>
        <p>
          haulage is a marketplace. It brings together people who want something delivered or moved
          and independent drivers who carry it out with their own vehicles. “We” are the operator of
          the site at this address; “you” are whoever uses it.
        </p>
        <p>
          We show you the price, find drivers, take the payment, and let you follow the trip. The
          driver you choose carries the goods and is responsible for carrying them with care.
        </p>
      </>
    ),
  },
  {
    id: 'simulated',
    title: 'Demonstrations and simulated services',
    body: (
      <>
        <p>
          This site can run with some outside services simulated. Whenever it does, the label
          “Simulated services” stands at the top of every page and lists which ones.
        </p>
        <ul>
          <li>While cards are simulated, no card is charged and no money is owed by anybody.</li>
          <li>While payouts are simulated, no money reaches a driver’s bank.</li>
          <li>
            In a demonstration the drivers, their vehicles and their movements are invented. Nobody
            will come to your door, and nothing will be carried.
          </li>
        </ul>
        <p>
          Do not enter real card numbers or other people’s personal data into a demonstration. The
          sections below about payment and carriage apply only where the service in question is
          real.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <>
        <p>
          You need an account to book or to drive, and you must be at least 18 years old. Give your
          real name, an e-mail address you can read and a telephone number at which you can be
          reached: your driver may need to call you.
        </p>
        <p>
          Keep your password to yourself. What is done with your account counts as done by you until
          you tell us that somebody else has got hold of it.
        </p>
      </>
    ),
  },
  {
    id: 'prices',
    title: 'Prices and quotes',
    body: (
      <>
        <p>
          Before you pay you see every line of the price and a total that is their sum. “Starting
          at” prices and the calculator on the home page are examples; only a quote that you are
          shown while booking is an offer.
        </p>
        <p>
          A quote stands for 15 minutes. If you book within that time you pay exactly its total,
          even if traffic, weather or the actual length of the trip turn out differently. Where a
          sales tax applies, it is a line of its own.
        </p>
        <p>
          The price depends on what you tell us. If the goods are much heavier, larger or more
          numerous than described, the driver may refuse to load them.
        </p>
      </>
    ),
  },
  {
    id: 'payment',
    title: 'Payment',
    body: (
      <>
        <p>
          You pay by card when you book. An order is passed to a driver only once it is paid; an
          order that stays unpaid for 30 minutes is canceled by itself, without cost.
        </p>
        <p>
          We keep your payment, pay the driver their share after the delivery, and keep the rest for
          running the marketplace. Of your card we keep only the brand and the last four digits, and
          its expiry if you save it. A saved card is charged only when you press Pay.
        </p>
      </>
    ),
  },
  {
    id: 'cancelling',
    title: 'Canceling and refunds',
    body: (
      <>
        <p>
          You can cancel until your driver sets out for the pickup. With an order for now that can
          be soon after you paid; from then on it cannot be canceled.
        </p>
        <ul>
          <li>
            An order for a set time is free to cancel until 60 minutes before that time. Later it
            costs $10.
          </li>
          <li>
            An order for now is free to cancel until the driver has accepted it, and for the first 5
            minutes after payment. After that it costs $10.
          </li>
          <li>
            It is always free if your driver was replaced, gave the order back, or is more than 30
            minutes late for the pickup. If they are late you can cancel until the goods are on
            board.
          </li>
        </ul>
        <p>
          The fee is never more than what you paid. Everything else goes back to the card it came
          from; how soon it appears there depends on your bank.
        </p>
        <p>
          If we cancel an order, or no driver can be found, you get everything back. If the driver
          changes, you still pay the price you agreed to.
        </p>
      </>
    ),
  },
  {
    id: 'goods',
    title: 'Your goods',
    body: (
      <>
        <p>
          Describe the goods truthfully, pack what is fragile, and have everything ready at the time
          of the pickup. Somebody must be there to hand the goods over and to receive them.
        </p>
        <p>These may not be sent:</p>
        <ul>
          <li>anything that is illegal to own or to carry;</li>
          <li>explosives, firearms, gas under pressure, fuel and other dangerous goods;</li>
          <li>people and animals;</li>
          <li>
            cash, jewelry, identity papers and other things whose loss money could not make good.
          </li>
        </ul>
        <p>A driver may refuse goods that they find to be unsafe or forbidden.</p>
      </>
    ),
  },
  {
    id: 'drivers',
    title: 'Drivers',
    body: (
      <>
        <p>
          Drivers are independent: they decide when to work and which orders to take.{' '}
          {ADVERTISED.approvedDrivers.words}
        </p>
        <p>
          Moving household goods for hire needs a permit in many places, and so do trips across
          state lines. {ADVERTISED.permits.words}
        </p>
      </>
    ),
  },
  {
    id: 'problems',
    title: 'When something goes wrong',
    body: (
      <>
        <p>
          Look at the goods when they arrive. Tell us about loss or damage as soon as you notice it,
          best with pictures, so that the driver and their insurer can be asked while it is fresh.
        </p>
        <p>
          Arrival times and routes are estimates and may change with traffic. A map marked
          “schematic” or a route marked “approximate” is for orientation only.
        </p>
        <p>
          We answer for our own faults as the law provides. Nothing in these terms takes away rights
          that the law gives you as a consumer or as the owner of goods in carriage and that cannot
          be given up by agreement.
        </p>
      </>
    ),
  },
  {
    id: 'fair-use',
    title: 'Fair use',
    body: (
      <>
        <p>
          Do not use the site to harm anybody, to get at accounts or data of others, to book without
          meaning it, or to load it beyond what a person or a business of your size would need.
          Automated use belongs to the public interface and its limits.
        </p>
        <p>
          We may block an account that breaks these terms. Orders already paid are then finished or
          refunded.
        </p>
      </>
    ),
  },
  {
    id: 'leaving',
    title: 'Leaving',
    body: (
      <p>
        You can stop using haulage at any time and ask us to delete your account. What we have to
        keep afterwards, and for how long, stands in the{' '}
        <Link to="/privacy" search={true}>
          Privacy Policy
        </Link>
        .
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes and law',
    body: (
      <>
        <p>
          We may change these terms. The date above changes with them, and an order keeps the terms
          under which it was booked.
        </p>
        <p>
          The law of the State of New York applies, together with the federal law of the United
          States. If one sentence here turns out to be invalid, the others stand.
        </p>
      </>
    ),
  },
]

export function TermsPage() {
  return (
    <LegalPage
      title="Terms of Service"
      since="2026-11-21"
      lead={
        <p>
          In short: you see the whole price before you book, you pay when you book, a driver of your
          choice carries your goods, and you can cancel without cost in good time. The long version
          follows, in plain words.
        </p>
      }
      sections={SECTIONS}
    />
  )
}
