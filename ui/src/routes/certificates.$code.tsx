import { createFileRoute } from '@tanstack/react-router'
import { CertificatePage } from '@/features/certificates/CertificatePage'

export const Route = createFileRoute('/certificates/$code')({
  staticData: { title: 'Certificate' },
  component: function Certificate() {
    return <CertificatePage code={Route.useParams().code} />
  },
})
