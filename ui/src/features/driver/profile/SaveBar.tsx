import { Button } from '@mantine/core'
import { ComplaintBox } from '@/components/forms/ComplaintBox'
import { Done } from '@/components/forms/Done'

/** The end of each form: what went wrong with all of it, that it went well, and the button. */
export function SaveBar(props: {
  complaint: string | null
  isSaving: boolean
  isSaved: boolean
  isDirty: boolean
}) {
  return (
    <>
      {props.complaint && <ComplaintBox wait={0}>{props.complaint}</ComplaintBox>}
      <Done>{props.isSaved && !props.isDirty && 'Saved.'}</Done>
      <div>
        <Button type="submit" loading={props.isSaving} disabled={!props.isDirty}>
          Save
        </Button>
      </div>
    </>
  )
}
