import type { ScreeningResultOut } from '@/api/generated/types.gen'
import { Fact, Facts, Part } from '@/components/Part'

/** What a complete report says, for its applicant and for reviewers. A search that was not part of it is not
 * named: it found nothing because nobody looked. */
export function ScreeningResults(props: {
  result: ScreeningResultOut
  /** Nobody was checked: what stands here is invented. */
  isSimulated: boolean
}) {
  const { result, isSimulated } = props
  const { records, violations, suspensions } = result
  const has = (search: ScreeningResultOut['searches'][number]) => result.searches.includes(search)
  return (
    <Part title={isSimulated ? 'Invented results' : 'Results'}>
      {result.is_partial && <p>A part of this check was canceled or could not be read here.</p>}
      <Facts>
        <Fact term="Criminal history">
          {records.length === 0 ? 'Clear' : <Lines lines={records.map(recordLine)} />}
        </Fact>
        {has('motor vehicle report') && (
          <Fact term="Driving record">
            {violations.length + suspensions.length === 0 ? (
              'Clear'
            ) : (
              <Lines
                lines={[
                  ...violations.map(violationLine),
                  ...suspensions.map((each) => `License: ${each}`),
                  `${result.points} points in all`,
                ]}
              />
            )}
          </Fact>
        )}
        {has('SSN trace') && (
          <Fact term="Identity">{result.identity_failed ? 'Not confirmed' : 'Confirmed'}</Fact>
        )}
        {has('sex offender') && (
          <Fact term="Sex offender registry">{result.registry_match ? 'A match' : 'Clear'}</Fact>
        )}
        {has('global watchlist') && (
          <Fact term="Global watchlist">{result.watchlist_match ? 'A match' : 'Clear'}</Fact>
        )}
      </Facts>
    </Part>
  )
}

function Lines({ lines }: { lines: string[] }) {
  return lines.map((line, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a report may list the same thing twice
    <span key={place} style={{ display: 'block' }}>
      {line}
    </span>
  ))
}

function recordLine(record: ScreeningResultOut['records'][number]): string {
  const { description, type, disposition, location, on } = record
  return [description, type, disposition, location, on].filter(Boolean).join(', ')
}

function violationLine(found: ScreeningResultOut['violations'][number]): string {
  const { violation, severity, points, on } = found
  return [violation, severity, `${points} points`, on].filter(Boolean).join(', ')
}
