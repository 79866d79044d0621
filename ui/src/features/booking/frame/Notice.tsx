import { Button } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Notice.module.css'

/** Something that happened to the booking, on the screen where it matters, with what to do. */
export function Notice(props: {
  kind: 'problem' | 'news'
  title: string
  children?: ReactNode
  action?: { label: string; onClick: () => void; busy?: boolean }
}) {
  const Icon = props.kind === 'problem' ? IconAlertTriangle : IconInfoCircle
  return (
    <div
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
