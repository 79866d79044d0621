import { useMarketplaceStatus } from '@/api/status'
import classes from '@/components/forms/Form.module.css'

/** Whether mails reach people's mailboxes; assumed until the server has told. */
export function useMailIsSent(): boolean {
  return (useMarketplaceStatus()?.mail ?? 'sent') === 'sent'
}

/** Where no mail leaves the server, says where the one is that a person is told to open. */
export function WhereMailIs() {
  const where = useMarketplaceStatus()?.mail
  if (where === undefined || where === 'sent') return null
  return (
    <p className={classes.note}>
      This server sends no mail.{' '}
      {where === 'page' ? (
        <>
          It stands at{' '}
          <a href="/dev/mail" target="_blank" rel="noopener">
            /dev/mail
          </a>{' '}
          instead.
        </>
      ) : (
        <>
          Whoever runs it finds it in the last line of <strong>mail.jsonl</strong> in its data
          folder.
        </>
      )}
    </p>
  )
}
