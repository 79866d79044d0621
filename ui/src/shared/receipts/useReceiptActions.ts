import { useMutation } from '@tanstack/react-query'
import { emailReceipt, printReceipt, printTaxSummary } from '@/api/generated/sdk.gen'
import { toast } from '@/components/toast'

/** Opens the receipt's PDF in a tab of its own (PAY-18). A failure is logged and no more (PAY-19). */
export function useDownloadReceipt() {
  return useMutation({
    mutationFn: (receiptId: string) =>
      openDocument(async () => {
        const { data } = await printReceipt({ path: { receipt_id: receiptId }, throwOnError: true })
        return data.url
      }),
    onError: (error) => console.error('The receipt could not be downloaded.', error),
  })
}

/** Opens a year's summary in a tab of its own. */
export function useDownloadTaxSummary() {
  return useMutation({
    mutationFn: (year: number) =>
      openDocument(async () => {
        const { data } = await printTaxSummary({ path: { tax_year: year }, throwOnError: true })
        return data.url
      }),
    onError: () => toast.error('The tax summary could not be downloaded. Please try again.'),
  })
}

/** Mails a receipt to its customer, or to the address that is given. */
export function useEmailReceipt() {
  return useMutation({
    mutationFn: async ({ receiptId, address }: { receiptId: string; address?: string }) => {
      const { data } = await emailReceipt({
        path: { receipt_id: receiptId },
        body: { address: address ?? null },
        throwOnError: true,
      })
      return data.address
    },
  })
}

export const EMAILED = 'Receipt emailed successfully!'
export const NOT_EMAILED = 'Failed to email receipt. Please try again.'

/**
 * A tab may only be opened while the click is being answered, and its address is known later. Where
 * tabs are refused, the document opens here.
 */
async function openDocument(address: () => Promise<string>): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const url = await address()
    if (tab) tab.location.href = url
    else window.location.assign(url)
  } catch (error) {
    tab?.close()
    throw error
  }
}
