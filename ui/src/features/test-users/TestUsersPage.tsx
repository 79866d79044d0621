import '@mantine/core/styles/Input.layer.css'
import { useState } from 'react'
import type { TestUser } from '@/api/testUsers'
import { CheckUser } from './CheckUser'
import { CreateUser } from './CreateUser'
import { SampleSql } from './SampleSql'
import classes from './TestUsersPage.module.css'

/** /test-user-creation: for whoever tries the marketplace out; there in test mode alone (PUB-08). */
export function TestUsersPage() {
  const [made, setMade] = useState<TestUser[]>([])
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <h1>Test users</h1>
        <p className={classes.lead}>
          This page is there in test mode only. Nobody whom it makes is a real person.
        </p>
      </header>
      <CreateUser made={made} onMade={(user) => setMade([user, ...made])} />
      <CheckUser made={made} />
      <SampleSql id={made[0]?.authUser.id} />
    </div>
  )
}
