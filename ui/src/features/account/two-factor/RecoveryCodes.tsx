import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { makeRecoveryCodes, recoveryCodesLeft } from '@/auth/recoveryCodes'
import { confirm } from '@/components/confirm'
import { FormError } from '@/components/forms/FormError'
import { FormSuccess } from '@/components/forms/FormSuccess'
import classes from '@/components/Section.module.css'
import { saveAsFile } from '@/components/saveAsFile'
import { useAttempt } from '@/shared/account/useAttempt'

const LEFT = ['recovery-codes-left']
const FILE_NAME = 'haulage-recovery-codes.txt'

/** Codes on paper for a lost phone: how many are left, and new ones, which are shown once. */
export function RecoveryCodes() {
  const left = useQuery({ queryKey: LEFT, queryFn: recoveryCodesLeft })
  const queries = useQueryClient()
  const [codes, setCodes] = useState<string[] | null>(null)
  const attempt = useAttempt('The recovery codes could not be made. Please try again.')
  const hasCodes = Boolean(left.data?.created_at)

  async function make() {
    if (hasCodes && !(await isMeant())) return
    await attempt.run(async () => setCodes(await makeRecoveryCodes()))
    await queries.invalidateQueries({ queryKey: LEFT })
  }

  return (
    <>
      <h3>Recovery codes</h3>
      <FormError of={attempt} />
      <p className={classes.note} role="status">
        {left.isPending && 'Loading…'}
        {left.isError && 'How many codes are left could not be loaded.'}
        {left.data && codesLeftText(left.data.left, hasCodes)}
      </p>
      {codes && (
        <>
          <FormSuccess>Save these codes now: they are not shown again.</FormSuccess>
          <ul className={classes.list} aria-label="Your recovery codes">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={classes.actions}>
        {codes && (
          <Button onClick={() => saveAsFile(FILE_NAME, new Blob([`${codes.join('\n')}\n`]))}>
            Save as a File
          </Button>
        )}
        <Button variant="default" loading={attempt.busy} onClick={() => void make()}>
          {hasCodes ? 'Make New Codes' : 'Make Recovery Codes'}
        </Button>
      </div>
    </>
  )
}

function codesLeftText(left: number, hasCodes: boolean): string {
  if (!hasCodes) return 'Ten codes that each let you in once if you lose your phone. You have none.'
  return left === 1 ? '1 code is left.' : `${left} codes are left.`
}

function isMeant(): Promise<boolean> {
  return confirm({
    title: 'Make new recovery codes?',
    children: 'The codes that you have stop working.',
    confirm: 'Make New Codes',
    cancel: 'Keep My Codes',
  })
}
