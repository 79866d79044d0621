import type { OrderOut } from '@/api/generated/types.gen'
import { ItemPhotos } from './ItemPhotos'
import classes from './OrderItems.module.css'

const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

type Shown = Pick<OrderOut, 'items' | 'items_description' | 'item_notes' | 'helpers'>

/**
 * What is carried, piece by piece, with its weight; in the customer's words where nothing is listed.
 * *photosOf* is the order whose photos are shown with it.
 */
export function OrderItems({ order, photosOf }: { order: Shown; photosOf?: string }) {
  const listed = order.items.filter(({ description }) => description.trim() !== '')
  return (
    <div className={classes.items}>
      {listed.length === 0 ? (
        <p>{order.items_description}</p>
      ) : (
        <ul>
          {listed.map((item, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list that is only shown.
            <li key={place}>
              {item.quantity > 1 && `${item.quantity} x `}
              {item.description}
              <span className={classes.note}> {factsOf(item)}</span>
            </li>
          ))}
        </ul>
      )}
      {order.items.length > 0 && (
        <p className={classes.note}>
          {[
            isSeveral(listed) && `${WHOLE.format(poundsOf(order.items))} lb in all`,
            order.helpers === 0 && twoPeopleFor(order.items),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      )}
      {order.helpers > 0 && <p className={classes.people}>{1 + order.helpers} people</p>}
      {order.item_notes && <p className={classes.notes}>“{order.item_notes}”</p>}
      {/* Whoever may read the notes may see the photos. */}
      {photosOf && order.item_notes !== null && <ItemPhotos orderId={photosOf} />}
    </div>
  )
}

function factsOf(item: OrderOut['items'][number]): string {
  const facts = [`${WHOLE.format(item.weight)} lb${item.quantity > 1 ? ' each' : ''}`]
  if (item.fragile) facts.push('fragile')
  if (item.assembly) facts.push('assembly')
  return facts.join(', ')
}

/** The total of one piece is said beside it; of what is only described it is said nowhere else. */
function isSeveral(listed: OrderOut['items']): boolean {
  return listed.length !== 1 || (listed[0]?.quantity ?? 0) > 1
}

function poundsOf(items: OrderOut['items']): number {
  return items.reduce((sum, { weight, quantity }) => sum + weight * quantity, 0)
}

/** Which pieces two people have to carry, by name where they have one. */
function twoPeopleFor(items: OrderOut['items']): string | false {
  const heavy = items.filter((item) => item.two_people)
  if (heavy.length === 0) return false
  const names = heavy.map(({ description }) => description.trim()).filter(Boolean)
  return `two people to carry: ${names.length > 0 ? names.join(', ') : 'one piece at least'}`
}
