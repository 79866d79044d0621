import { ADVERTISED } from '@/shared/advertising/advertised'
import { LegalPage, type LegalSection } from './LegalPage'
import { RetentionList } from './RetentionList'
import { StoredData } from './StoredData'

// Positions are shown as OP-53 says.
const SECTIONS: LegalSection[] = [
  {
    id: 'who',
    title: 'Who is responsible',
    body: (
      <p>
        The operator of the site at this address decides what your data is used for and answers your
        questions about it. haulage is open software: the same program may be run by others, who
        then answer for their own sites.
      </p>
    ),
  },
  {
    id: 'what',
    title: 'What we keep',
    body: <StoredData />,
  },
  {
    id: 'why',
    title: 'What we use it for',
    body: (
      <>
        <p>
          To price trips, find drivers, carry out and show orders, take and pay out money, answer
          you, keep the site safe, and meet duties of bookkeeping and tax. We do not sell personal
          data, and we do not use it for advertising.
        </p>
        <p>
          The drivers offered to you are ranked by a published formula: distance, vehicle, capacity,
          availability, rating and price. It is the same for everybody and knows nothing about you
          beyond the order.
        </p>
      </>
    ),
  },
  {
    id: 'who-sees',
    title: 'Who sees what',
    body: (
      <ul>
        <li>
          Drivers to whom your order is open or offered see both exact addresses, the floors,
          whether there is an elevator, and the list of items: they decide by that whether they can
          do the job.
        </li>
        <li>
          Once a driver has accepted, they also see whom to meet, units, gate codes and notes, and
          telephone numbers where you allow calls. When the order has ended, they keep the
          addresses, the items, the proof of delivery, your messages, and of the name the first word
          and an initial.
        </li>
        <li>
          Whoever has a link that you share sees both addresses, your driver’s first name, and their
          position while they drive for you.
        </li>
        <li>
          Of a problem that you report, your driver sees its kind and the item, not your words,
          photos or answers.
        </li>
        <li>
          You see your driver’s name, number, vehicle and rating, and their position from the moment
          they set out until the order ends.
        </li>
        <li>
          Nobody sees the orders of other customers. Administrators see what their work needs.
        </li>
      </ul>
    ),
  },
  {
    id: 'others',
    title: 'Outside services',
    body: (
      <>
        <p>
          The site works without any outside service. Where the operator has connected one, it
          receives what it needs and no more: a card processor your payment, a mail or message
          service your address or number and the message, a screening company the data of applying
          drivers, a map service the addresses you look for and the part of the map you look at.
        </p>
        <p>
          The services that are simulated, and so receive nothing, are listed behind the label
          “Simulated services” at the top of every page.
        </p>
      </>
    ),
  },
  {
    id: 'location',
    title: 'Your location',
    body: (
      <p>
        Your browser asks you before it tells us where you are, and only when you press the button
        for it. A customer’s location is used to fill in an address and is not kept unless it
        becomes part of an order.
      </p>
    ),
  },
  {
    id: 'browser',
    title: 'In your browser',
    body: (
      <>
        <p>
          There are no trackers. {ADVERTISED.oneCookie.words} Your browser’s own storage keeps what
          is needed to go on where you were: that you are signed in, light or dark colors, recent
          address searches, and a booking or a report of a problem that is not finished. For drivers
          it also keeps the jobs in hand and what could not be sent without a connection, and for
          applicants a document that is still being sent.
        </p>
        <p>
          Logging out removes the sign-in, the jobs in hand, the recent searches, the booking, the
          report and the document; clearing the site’s data in the browser removes all.
        </p>
      </>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: <RetentionList />,
  },
  {
    id: 'messages',
    title: 'Messages to you',
    body: (
      <p>
        E-mails concern your account and your orders. Text messages are sent only to people who have
        agreed to them, and stop when you answer STOP. Neither carries advertising.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your choices and rights',
    body: (
      <>
        <p>
          On your account page you can download a copy of your data, correct it, and delete your
          account; the operator does the same for you when you ask. Bookings and money have to stay
          in the books for the time above, without more about you than that needs.
        </p>
        <p>
          Depending on where you live, the law gives you further rights; we do not treat you
          differently for using them.
        </p>
      </>
    ),
  },
  {
    id: 'safety',
    title: 'How we protect it',
    body: (
      <p>
        Passwords are stored with a slow, salted hash, sign-ins are short-lived and renewed, and
        every request is checked for whose data it may see. No system is perfect: if we learn that
        data has got out, we tell those concerned and the authorities as the law demands.
      </p>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    body: <p>haulage is for people of 18 and over. We do not knowingly keep data of children.</p>,
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        When this text changes, so does the date above. If a change matters to what we already keep,
        we say so before it applies.
      </p>
    ),
  },
]

export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      since="2026-11-27"
      lead={
        <p>
          In short: we keep what an order needs, show it only to those who carry it out, follow
          nobody, sell nothing, and delete what we do not have to keep.
        </p>
      }
      sections={SECTIONS}
    />
  )
}
