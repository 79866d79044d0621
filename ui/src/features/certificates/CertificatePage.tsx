import { Skeleton } from '@mantine/core'
import { IconCertificate, IconCertificateOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { verifyCertificateOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { CertificateOut } from '@/api/generated/types.gen'
import { isProblem } from '@/api/problem'
import { DataPanel } from '@/components/DataPanel'
import { EmptyState } from '@/components/EmptyState'
import { usePageTitle } from '@/components/usePageTitle'
import classes from './CertificatePage.module.css'

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' })

/** /certificates/{code}: whether a certificate is genuine, for whoever scanned its code (ONB-55). */
export function CertificatePage({ code }: { code: string }) {
  const query = useQuery({
    ...verifyCertificateOptions({ path: { code } }),
    retry: false,
    meta: { forAnybody: true },
  })
  const isUnknown = isProblem(query.error) && query.error.status === 404
  const holder = query.data?.holder
  usePageTitle(holder ? `Certificate of ${holder}` : 'Certificate')
  return (
    <div className={classes.page}>
      <h1>Certificate of training</h1>
      {isUnknown ? (
        <EmptyState icon={<IconCertificateOff size={28} />} title="Certificate not found">
          <p>This code belongs to no certificate of ours. Compare it letter by letter.</p>
        </EmptyState>
      ) : (
        <DataPanel
          query={query}
          failure="The certificate could not be verified"
          skeleton={<Skeleton height={220} radius="lg" />}
        >
          {(certificate) => <Genuine certificate={certificate} />}
        </DataPanel>
      )}
    </div>
  )
}

function Genuine({ certificate }: { certificate: CertificateOut }) {
  return (
    <section className={classes.card} aria-label="Genuine certificate">
      <p className={classes.genuine}>
        <IconCertificate size={24} aria-hidden="true" /> This certificate is genuine.
      </p>
      <dl className={classes.facts}>
        <div>
          <dt>Holder</dt>
          <dd>{certificate.holder}</dd>
        </div>
        <div>
          <dt>Training module</dt>
          <dd>{certificate.module_title}</dd>
        </div>
        <div>
          <dt>Completed</dt>
          <dd>{DAY.format(new Date(certificate.completed_at))}</dd>
        </div>
      </dl>
      <p className={classes.note}>
        The whole name is on the certificate itself. The training is haulage’s own and is no
        license.
      </p>
    </section>
  )
}
