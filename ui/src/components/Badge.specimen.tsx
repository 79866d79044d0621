import { IconClock } from '@tabler/icons-react'
import type { Specimen } from '@/design/specimen'
import { Badge, type Tone } from './Badge'

const TONES: Tone[] = ['live', 'good', 'calm', 'warn', 'bad']

export default {
  name: 'Badge',
  states: Object.fromEntries(
    TONES.flatMap((tone) => [
      [
        tone,
        <Badge key={tone} tone={tone}>
          Word
        </Badge>,
      ],
      [
        `${tone}, icon`,
        <Badge key={`${tone}-icon`} tone={tone} icon={IconClock}>
          Word
        </Badge>,
      ],
    ]),
  ),
} satisfies Specimen
