import { Button, Skeleton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { makeDefaultCard, removeCard } from '@/api/generated/sdk.gen'
import { sentenceOf } from '@/api/problem'
import { confirm } from '@/components/confirm'
import { DataPanel } from '@/components/DataPanel'
import { Section } from '@/components/Section'
import classes from '@/components/Section.module.css'
import { toast } from '@/components/toast'
import { cardName } from '@/shared/card/cardName'
import {
  expiryWords,
  type SavedCard,
  useCardsChanged,
  useSavedCards,
} from '@/shared/card/savedCards'

/** Cards to pay the next order with; one is added by paying with it (PAY-30). */
export function CardsSection() {
  const cards = useSavedCards()
  return (
    <Section
      title="Saved cards"
      lead="To pay your next order with one press. The card company keeps the card; here are only its brand, last four digits and expiry."
    >
      <DataPanel
        query={cards}
        failure="Your cards could not be loaded"
        skeleton={<Skeleton height={56} radius="md" />}
        isEmpty={(list) => list.length === 0}
        empty={
          <p className={classes.note}>
            None yet. Tick “Save this card for next time” when you pay.
          </p>
        }
      >
        {(list) => (
          <ul className={classes.list}>
            {list.map((card) => (
              <Row key={card.id} card={card} />
            ))}
          </ul>
        )}
      </DataPanel>
    </Section>
  )
}

function Row({ card }: { card: SavedCard }) {
  const name = cardName(card)
  const changed = useCardsChanged()
  const callbacks = {
    onError: (error: unknown) => toast.error(sentenceOf(error), { id: 'card' }),
    onSettled: changed,
  }
  const removing = useMutation({
    mutationFn: () => removeCard({ path: { card_id: card.id }, throwOnError: true }),
    ...callbacks,
  })
  const choosing = useMutation({
    mutationFn: () => makeDefaultCard({ path: { card_id: card.id }, throwOnError: true }),
    ...callbacks,
  })
  async function remove() {
    const yes = await confirm({
      title: `Remove ${name}?`,
      children: 'It is removed at the card company too. What it paid stays paid.',
      confirm: 'Remove',
      cancel: 'Keep',
      isDangerous: true,
    })
    if (yes) removing.mutate()
  }
  return (
    <li>
      <span>
        <span className={classes.value}>{name}</span>
        <br />
        <span className={classes.note}>{stateOf(card)}</span>
      </span>
      <span className={classes.actions}>
        {!card.is_default && !card.has_expired && (
          <Button
            variant="default"
            aria-label={`Make ${name} the default`}
            loading={choosing.isPending}
            onClick={() => choosing.mutate()}
          >
            Make Default
          </Button>
        )}
        <Button
          variant="default"
          aria-label={`Remove ${name}`}
          loading={removing.isPending}
          onClick={() => void remove()}
        >
          Remove
        </Button>
      </span>
    </li>
  )
}

function stateOf(card: SavedCard): string {
  if (card.has_expired) return `Expired ${expiryWords(card)}`
  return `Expires ${expiryWords(card)}${card.is_default ? ' · Default' : ''}`
}
