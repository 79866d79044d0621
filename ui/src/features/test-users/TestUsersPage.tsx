import '@mantine/core/styles/Input.layer.css'
import { useState } from 'react'
import { PageFrame } from '@/components/PageFrame'
import { CheckUser } from './CheckUser'
import { CreateUser } from './CreateUser'
import { SampleSql } from './SampleSql'
import type { TestUser } from './testUsers'

/** /test-user-creation: for whoever tries the marketplace out; there in test mode alone (PUB-08). */
export function TestUsersPage() {
  const [made, setMade] = useState<TestUser[]>([])
  return (
    <PageFrame
      title="Test users"
      lead="This page is there in test mode only. Nobody whom it makes is a real person."
    >
      <CreateUser made={made} onMade={(user) => setMade([user, ...made])} />
      <CheckUser made={made} />
      <SampleSql id={made[0]?.authUser.id} />
    </PageFrame>
  )
}
