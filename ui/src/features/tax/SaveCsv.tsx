import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { sentenceOf } from '@/api/problem'
import { saveAsFile } from '@/components/saveAsFile'
import { toast } from '@/components/toast'

/** Saves a year's rows as a file; the button waits while it is made. */
export function SaveCsv({ name, load }: { name: string; load: () => Promise<string> }) {
  const save = useMutation({
    mutationFn: async () => saveAsFile(name, new Blob([await load()], { type: 'text/csv' })),
    onSuccess: () => toast.success(`${name} was saved.`, { id: 'export' }),
    onError: (error) => toast.error(sentenceOf(error), { id: 'export' }),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden="true" />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Export CSV
    </Button>
  )
}
