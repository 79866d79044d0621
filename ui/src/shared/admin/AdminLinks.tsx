import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './AdminLinks.module.css'
import { isPersonId, kindOf } from './ids'
import { useNameOf } from './PeopleNames'

/** Leads administrators to an order, opened in the list of orders. */
export function OrderLink({ id, number }: { id: string; number: number }) {
  return (
    <Link
      className={classes.link}
      to="/admin"
      search={{ tab: 'orders', search: `#${number}`, order: id }}
    >
      Order #{number}
    </Link>
  )
}

/** Leads to somebody's page, by the id of their user, account or driver. */
export function PersonLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link className={classes.link} to="/admin" search={{ tab: 'people', person: id }}>
      {children}
    </Link>
  )
}

/** Leads to the people of this name, where only the name is known. */
export function NameLink({ name }: { name: string }) {
  return (
    <Link className={classes.link} to="/admin" search={{ tab: 'people', search: name }}>
      {name}
    </Link>
  )
}

/** Leads to a payment in the list of payments, by its id or the number of its order. */
export function PaymentLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link className={classes.link} to="/admin" search={{ tab: 'payments', search: id }}>
      {children}
    </Link>
  )
}

/** Leads to how an order's payments were shared between driver, platform and state. */
export function SplitLink({ number, children }: { number: number; children: ReactNode }) {
  return (
    <Link className={classes.link} to="/admin" search={{ tab: 'splits', search: `#${number}` }}>
      {children}
    </Link>
  )
}

/** Leads to a reported problem with everything beside its decision. */
export function ClaimLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link className={classes.link} to="/admin" search={{ tab: 'claims', claim: id }}>
      {children}
    </Link>
  )
}

/** An id as a link to what it names, where that has a page. A person is called by their name where it is known. */
export function IdLink({ id }: { id: string }) {
  const name = useNameOf(id)
  const words = <code>{id}</code>
  if (id.startsWith('ord_'))
    return (
      <Link className={classes.link} to="/admin" search={{ tab: 'orders', search: id, order: id }}>
        {words}
      </Link>
    )
  if (isPersonId(id)) return <PersonLink id={id}>{name ?? words}</PersonLink>
  if (id.startsWith('pay_')) return <PaymentLink id={id}>{words}</PaymentLink>
  if (id.startsWith('clm_')) return <ClaimLink id={id}>{words}</ClaimLink>
  if (id.startsWith('app_'))
    return (
      <Link className={classes.link} to="/admin" search={{ tab: 'applications', application: id }}>
        {words}
      </Link>
    )
  const kind = kindOf(id)
  return kind ? (
    <>
      {kind} {words}
    </>
  ) : (
    words
  )
}
