import { useMarketplaceStatus } from '@/api/status'
import { ButtonLink } from '@/components/RouterLink'
import classes from './DriveWithUs.module.css'

/** What will be asked for, and in the demonstration what there is to earn (ONB-04). */
export function Overview({ welcomed }: { welcomed: string | null }) {
  const isDemonstration = useMarketplaceStatus()?.mode === 'demo'
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>Your way to the first job</h1>
        {welcomed && (
          <p role="status" className={classes.welcome}>
            You are registered as a driver. Welcome to haulage, {welcomed}.
          </p>
        )}
        <p className={classes.lead}>
          Have these ready. You go online once your application, your documents, your background
          check and your training are done and an administrator has approved you.
        </p>
      </header>
      <section aria-labelledby="needed">
        <h2 id="needed" className={classes.heading}>
          What you need
        </h2>
        <ul className={classes.list}>
          <li>Driver’s licence</li>
          <li>Proof of age, 21 or older</li>
          <li>Automobile liability insurance with at least $100,000 coverage</li>
          <li>Vehicle registration</li>
          <li>A profile photo and a photo of the vehicle</li>
          <li>Two references who have known you for a while</li>
        </ul>
      </section>
      {isDemonstration && (
        <section aria-labelledby="earnings">
          <h2 id="earnings" className={classes.heading}>
            Earning potential
          </h2>
          <p className={classes.note}>Sample figures of this demonstration.</p>
          <dl className={classes.figures}>
            <Figure name="Delivery" value="$20-30/hour" />
            <Figure name="Moving" value="$35-50/hour" />
            <Figure name="Peak-hours bonus" value="+25%" />
            <Figure name="Weekend bonus" value="+15%" />
          </dl>
        </section>
      )}
      <div className={classes.actions}>
        <ButtonLink to="/drive-with-us" search={{ step: 3 }} size="lg">
          Next
        </ButtonLink>
      </div>
    </div>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
