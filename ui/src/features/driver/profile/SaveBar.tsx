import { Button } from '@mantine/core'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { FormSuccess } from '@/components/forms/FormSuccess'

/** The end of each form: what went wrong with all of it, that it went well, and the button. */
export function SaveBar(props: {
  error: string | null
  isSaving: boolean
  isSaved: boolean
  isDirty: boolean
}) {
  return (
    <>
      {props.error && <FormErrorBox wait={0}>{props.error}</FormErrorBox>}
      <FormSuccess>{props.isSaved && !props.isDirty && 'Saved.'}</FormSuccess>
      <div>
        <Button type="submit" loading={props.isSaving} disabled={!props.isDirty}>
          Save
        </Button>
      </div>
    </>
  )
}
