import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/RadioCard.layer.css'
import '@mantine/core/styles/RadioIndicator.layer.css'
import type { ReactNode } from 'react'
import { CityBackdrop } from '@/shared/city/CityBackdrop'
import classes from './SignInFrame.module.css'

/** A form over the city; on a phone the form alone. */
export function SignInFrame(props: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.stage}>
      <CityBackdrop />
      <div className={classes.panel}>
        <h1 className={classes.title}>{props.title}</h1>
        {props.lead && <p className={classes.lead}>{props.lead}</p>}
        {props.children}
      </div>
    </section>
  )
}
