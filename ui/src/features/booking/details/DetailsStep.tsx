import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { Choice } from '@/components/fields/Choice'
import { Option } from '@/components/fields/Option'
import { formatCents } from '@/components/Money'
import { URGENCY_LABEL } from '@/shared/fare/trip'
import { PhotoPicker } from '@/shared/proof/PhotoPicker'
import { MOST_PHOTOS } from '@/shared/proof/usePhotoUploads'
import type { Details, ItemLine } from '../draft/draft'
import type { DraftState } from '../draft/useDraft'
import { USUAL_POUNDS } from '../quoteRequest'
import { Amount } from './Amount'
import classes from './DetailsStep.module.css'
import { ItemPicker } from './ItemPicker'
import { ItemRow } from './ItemRow'
import { changedLine, counted, countedPreset, withOwn, withPreset } from './items'
import { LoadTotals } from './LoadTotals'
import type { ItemPhotoUploads } from './useItemPhotos'

const DESCRIPTION_LENGTH = 500

/**
 * Step 3: what is carried, tapped together from usual things (BKG-05, OP-30). Each answer that changes the
 * price asks for it anew. Whoever taps nothing describes it in words.
 */
export function DetailsStep({
  draft,
  change,
  photos,
  error,
  photoFault,
  helperCents = null,
  children,
}: DraftState & {
  photos: ItemPhotoUploads
  error?: string
  photoFault?: string
  /** What an extra helper adds before tax, where it is known. */
  helperCents?: number | null
  children?: ReactNode
}) {
  const { details } = draft
  const { items } = details
  const service = draft.service ?? 'small'
  const set = (part: Partial<Details>) => change({ details: { ...details, ...part } })
  const setItems = (next: ItemLine[]) => set({ items: next })
  const listed = items.length > 0
  // With the list it stands where the list says how many people it takes.
  const helper = (
    <Option
      label="Extra helper"
      hint={`Two people carry. ${
        helperCents === null
          ? 'The price shows what it adds.'
          : `Adds ${formatCents(helperCents)} before tax.`
      }`}
      checked={details.helpers > 0}
      onChange={(wanted) => set({ helpers: wanted ? 1 : 0 })}
    />
  )
  return (
    <form className={classes.form} onSubmit={(event) => event.preventDefault()}>
      <ItemPicker
        items={items}
        service={service}
        onPick={(preset, pieces) => setItems(withPreset(items, preset, pieces))}
        onCount={(preset, quantity) => setItems(countedPreset(items, preset, quantity))}
        onOwn={(name, pieces) => setItems(withOwn(items, name, pieces))}
      />
      <section className={classes.list} aria-labelledby="item-list">
        <h2 id="item-list" className={classes.legend}>
          Your items
        </h2>
        {listed ? (
          <>
            <ul className={classes.lines}>
              {items.map((line, place) => (
                <ItemRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: two own items may have one name.
                  key={`${place} ${line.preset ?? line.description}`}
                  line={line}
                  usualPounds={USUAL_POUNDS[service]}
                  onCount={(quantity) => setItems(counted(items, place, quantity))}
                  onChange={(part) => setItems(changedLine(items, place, part))}
                />
              ))}
            </ul>
            <LoadTotals
              items={items}
              service={service}
              helpers={details.helpers}
              onService={(right) => change({ service: right })}
            />
            {helper}
          </>
        ) : (
          <>
            <p className={classes.hint}>Tap what you’re moving, or describe it in words.</p>
            <p className={classes.hint}>
              Until then the price is for one item of {USUAL_POUNDS[service]} lb. Your items decide
              it.
            </p>
          </>
        )}
      </section>
      <div className={classes.rest}>
        <Textarea
          wrapperProps={{ 'data-field': 'description' }}
          error={error}
          label={listed ? 'Notes for the driver (optional)' : 'Item description'}
          description={
            listed
              ? 'Anything to know about the items. Shown to your driver once they accept.'
              : 'Or describe it here: what is it, and how many?'
          }
          placeholder={listed ? 'The mirror hangs in the hallway' : 'Two-seat sofa'}
          required={!listed}
          size="md"
          rows={3}
          resize="vertical"
          maxLength={DESCRIPTION_LENGTH}
          value={details.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <div data-field="photos" className={classes.photos}>
          <PhotoPicker photos={photos} label="Photos of your items (optional)" fault={photoFault} />
          <p className={classes.hint}>
            Up to {MOST_PHOTOS}. Only the driver who accepts sees them.
          </p>
        </div>
        {!listed && (
          <div className={classes.pair}>
            <Option
              label="Fragile"
              hint="Glass, art, screens"
              checked={details.fragile}
              onChange={(fragile) => set({ fragile })}
            />
            <Option
              label="Requires assembly"
              hint="Put together on arrival"
              checked={details.assembly}
              onChange={(assembly) => set({ assembly })}
            />
          </div>
        )}
        {!listed && helper}
        {draft.scheduledTime === null && (
          <Choice
            label="Urgency"
            value={details.urgency}
            labels={URGENCY_LABEL}
            onChange={(urgency) => set({ urgency })}
          />
        )}
        <Amount
          label="Your price limit before tax (optional)"
          description="Drivers who ask more are not shown."
          placeholder="No limit of your own"
          prefix="$"
          most={100_000_000}
          decimals={2}
          value={details.limitCents === null ? null : details.limitCents / 100}
          onChange={(dollars) =>
            set({ limitCents: dollars === null ? null : Math.round(dollars * 100) })
          }
        />
        {children}
      </div>
    </form>
  )
}
