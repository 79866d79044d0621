import classes from './CardChoice.module.css'
import { cardName } from './cardName'
import { expiryWords, type SavedCard } from './savedCards'

/** A card that is not saved yet. */
export const ANOTHER = 'another'

/** What to pay with: the saved cards, the default first, and then another one. */
export function CardChoice(props: {
  cards: readonly SavedCard[]
  /** The id of a saved card, or ANOTHER. */
  value: string
  onChange: (value: string) => void
}) {
  const radio = (value: string) => ({
    type: 'radio' as const,
    name: 'card',
    value,
    checked: props.value === value,
    onChange: () => props.onChange(value),
  })
  return (
    <fieldset className={classes.choice}>
      <legend>Pay with</legend>
      <div className={classes.cards}>
        {props.cards.map((card) => (
          <label key={card.id} className={classes.card}>
            <input {...radio(card.id)} disabled={card.has_expired} />
            <span className={classes.name}>{cardName(card)}</span>
            {card.has_expired ? (
              <span className={`${classes.expiry} ${classes.expired}`}>
                Expired {expiryWords(card)}
              </span>
            ) : (
              <span className={classes.expiry}>Expires {expiryWords(card)}</span>
            )}
          </label>
        ))}
        <label className={classes.card}>
          <input {...radio(ANOTHER)} />
          <span className={classes.name}>Another card</span>
        </label>
      </div>
    </fieldset>
  )
}
