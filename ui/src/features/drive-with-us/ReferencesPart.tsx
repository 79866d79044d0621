import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import classes from './DriveWithUs.module.css'
import { field, type PartProps } from './field'
import { MOST_REFERENCES, referenceOf } from './values'

const FEWEST = 2

/** People who know them: two at least, five at most (ONB-21). */
export function ReferencesPart({ form }: PartProps) {
  const { references } = form.values
  return (
    <>
      {references.map((_, place) => {
        const path = `references.${place}`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a reference is known by its place alone.
          <fieldset key={place} className={classes.group}>
            <legend>Reference {place + 1}</legend>
            <TextInput {...field(form, `${path}.name`)} label="Name" autoComplete="off" />
            <div className={classes.pair}>
              <TextInput
                {...field(form, `${path}.phone`)}
                label="Phone Number"
                type="tel"
                autoComplete="off"
              />
              <TextInput {...field(form, `${path}.relationship`)} label="Relationship" />
            </div>
            <div className={classes.pair}>
              <TextInput
                {...field(form, `${path}.email`)}
                label="Email (optional)"
                type="email"
                autoComplete="off"
              />
              <TextInput
                {...field(form, `${path}.years_known`)}
                label="Years known (optional)"
                inputMode="numeric"
                maxLength={2}
              />
            </div>
            {references.length > FEWEST && (
              <Button
                variant="subtle"
                color="gray"
                className={classes.small}
                onClick={() => form.removeListItem('references', place)}
              >
                Remove Reference {place + 1}
              </Button>
            )}
          </fieldset>
        )
      })}
      {references.length < MOST_REFERENCES && (
        <Button
          variant="default"
          className={classes.small}
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => form.insertListItem('references', referenceOf())}
        >
          Add a Reference
        </Button>
      )}
    </>
  )
}
