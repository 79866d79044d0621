/** What is stored of people. Each paragraph is named by a table of the core, which a test compares. */
export function StoredData() {
  return (
    <>
      <p>We keep what the marketplace needs to work:</p>
      <ul>
        <li id="kept-account">
          <strong>Your account:</strong> name, e-mail address, telephone number, whether you are a
          customer or a driver, and a scrambled form of your password from which it cannot be read
          back. Also the Google or Facebook account, passkeys and second factors that you add, codes
          that we mail you, your former names, addresses and numbers, and, if an administrator
          suspends the account, why.
        </li>
        <li id="kept-sign-ins">
          <strong>Where you are signed in:</strong> since when, with which browser and from which
          network, so that you can end what is not yours, and the networks you used before.
        </li>
        <li id="kept-orders">
          <strong>Your orders:</strong> addresses, how to get to the door (unit, floor, gate code
          and note), the name and number of whom to meet at either end, what is to be carried,
          times, prices, what happened when, which drivers were asked, and the links by which you
          share it. Also prices that you asked for and did not book.
        </li>
        <li id="kept-addresses">
          <strong>Addresses you save:</strong> each with its name, and the way to its door as you
          gave it.
        </li>
        <li id="kept-item-photos">
          <strong>Photos of what you have moved:</strong> if you add any. Your driver sees them from
          accepting the order until it ends.
        </li>
        <li id="kept-problems">
          <strong>Problems you report:</strong> what you write, your photos and answers, the
          driver’s side with their photos, and what was decided and why.
        </li>
        <li id="kept-payments">
          <strong>Your payments:</strong> amounts, dates, refunds with their reasons, charges that
          you dispute with your bank, and of the card only its brand and last four digits. Also what
          the card company reports to us about them.
        </li>
        <li id="kept-cards">
          <strong>Cards you save:</strong> also the expiry; the card company keeps the card itself
          until you remove it.
        </li>
        <li id="kept-conversations">
          <strong>What you say to each other:</strong> messages between customer and driver, and of
          calls who called whom, when and how long, the number, what the caller noted about it, and,
          where it is known, the device, the connection and how it sounded; not what was said.
        </li>
        <li id="kept-ratings">
          <strong>What you say about trips:</strong> stars, words, and the drivers you add to your
          favorites.
        </li>
        <li id="kept-mails">
          <strong>What we send you:</strong> e-mails and text messages, what you answer to these,
          which of them you want, and your consent to text messages with its time.
        </li>
        <li id="kept-proofs">
          <strong>What shows that something was delivered:</strong> photos, signatures, and where
          they were made, and whether a PIN was asked for.
        </li>
        <li id="kept-applications">
          <strong>If you apply to drive:</strong> what you fill in, such as your date of birth, the
          last four digits of your social security number, license, vehicle, references and an
          emergency contact, your documents, your answers in the training, and, if you agree to a
          background check, your consent, the report and our letters about it. Also what
          administrators decide and write about it: questions, reasons, exceptions, and new attempts
          at the training.
        </li>
        <li id="kept-driving">
          <strong>If you drive:</strong> your photo, your vehicle and its license plate, working
          hours, documents, carrier credentials, and your position while you are online. Photo and
          plate are shown to the customer of an order that you have accepted, and to people they
          share the trip with while you drive. Also events such as speeding or hard braking with
          what you object to them, what your customers report, and why an administrator approved,
          suspended or reactivated you.
        </li>
        <li id="kept-earnings">
          <strong>If you are paid for driving:</strong> your account at the card company, your Form
          W-9 with your taxpayer number, which is encrypted and never shown in full, where you are
          paid, by the last four digits and the name of the bank or your PayPal address, your
          payouts and what holds them, the expenses, receipts and miles that you write down, and
          summaries of your tax year and copies of Forms 1099-NEC and 1099-K.
        </li>
        <li id="kept-decisions">
          <strong>Who looked, and who decided:</strong> when an administrator opens, searches or
          changes something of yours, the audit trail has an entry of it by ids, and for a year the
          words that were searched.
        </li>
        <li id="kept-technical">
          <strong>Technical records:</strong> that a request came, and for a day its answer, so that
          nothing is done twice; counts of attempts by scrambled network addresses; and what the
          server has to do for you. The operator may also keep a log of requests with their network
          addresses to find faults, and decides for how long; telephone numbers and passwords are
          not written there.
        </li>
      </ul>
    </>
  )
}
