import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy } from 'react'

// The condition is a constant of the build: what it guards is not part of the product.
const DesignPage = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('@/design/DesignPage')).DesignPage }))
  : () => null

export const Route = createFileRoute('/design')({
  // Without a title it is no page of the built product.
  staticData: import.meta.env.DEV ? { title: 'Design' } : {},
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound()
  },
  component: DesignPage,
})
