import { Button } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './Notice.module.css'

/** Something that happened to the booking, on the screen where it matters, with what to do. */
export function Notice(props: {
  kind: 'problem' | 'news'
  title: string
  children?: ReactNode
  /** For the answer to a press: what was pressed may be gone, and the next Tab starts here. */
  takesFocus?: boolean
  action?: { label: string; onClick: () => void; busy?: boolean }
}) {
  const notice = useRef<HTMLDivElement>(null)
  const { takesFocus } = props
  useEffect(() => {
    if (takesFocus) notice.current?.focus()
  }, [takesFocus])
  const Icon = props.kind === 'problem' ? IconAlertTriangle : IconInfoCircle
  return (
    <div
      ref={notice}
      tabIndex={takesFocus ? -1 : undefined}
      className={classes.notice}
      data-kind={props.kind}
      role={props.kind === 'problem' ? 'alert' : 'status'}
    >
      <Icon size={20} aria-hidden="true" className={classes.icon} />
      <div className={classes.words}>
        <p className={classes.title}>{props.title}</p>
        {props.children && <div className={classes.text}>{props.children}</div>}
        {props.action && (
          <Button
            variant="default"
            className={classes.action}
            loading={props.action.busy}
            onClick={props.action.onClick}
          >
            {props.action.label}
          </Button>
        )}
      </div>
    </div>
  )
}
