import { useMarketplaceStatus } from '@/api/status'
import classes from './TestCards.module.css'

/** The numbers that the simulated provider knows by heart. */
const TEST_CARDS = [
  { number: '4242 4242 4242 4242', effect: 'pays' },
  { number: '4000 0000 0000 0002', effect: 'is declined' },
  { number: '4000 0000 0000 3220', effect: 'asks for 3-D Secure' },
]

/** Where cards are simulated, says so and offers the numbers to try; elsewhere nothing. */
export function TestCards({ onPick }: { onPick: (number: string) => void }) {
  const status = useMarketplaceStatus()
  if (!status?.simulated.includes('cards')) return null
  return (
    <section className={classes.note} aria-label="Test cards">
      <p>
        <strong>Simulated payment.</strong> No card is charged. Do not enter a real card; try one of
        these, with any future expiry and any CVC:
      </p>
      <ul className={classes.cards}>
        {TEST_CARDS.map(({ number, effect }) => (
          <li key={number}>
            <button type="button" className={classes.card} onClick={() => onPick(number)}>
              <span className={classes.number}>{number}</span>
              <span>{effect}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
