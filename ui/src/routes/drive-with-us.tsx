import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYet } from '@/components/NotBuiltYet'

export const Route = createFileRoute('/drive-with-us')({
  component: () => (
    <NotBuiltYet
      subject="Drive With Us"
      meanwhile="Applications open here. Until then, the home page shows the fare a trip brings and the share that goes to the driver."
    />
  ),
})
