import { lazy, Suspense, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import { isAllowed } from '#shared/permissions.ts'
import { usePageActions } from '../layout/use-page-actions.ts'

const ErasePersonDialog = lazy(async () => {
  const { ErasePersonDialog: component } = await import('./erase-person-dialog.tsx')
  return { default: component }
})

/** Renders only for accounts with the permission. */
export function ErasePerson({ id }: { id: string }) {
  const auth = useAuth()
  if (auth.status !== 'signed-in' || !isAllowed(auth.user.role, 'manageInstallation')) return null
  return <EraseButton id={id} />
}

function EraseButton({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  usePageActions([{ label: 'Personal data', words: 'erase delete export copy privacy', isMinor: true, run: open }])
  return (
    <div>
      <button type="button" className={buttonClass('quiet', 'compact')} onClick={open}>
        Personal data…
      </button>
      {isOpen && (
        <Suspense>
          <ErasePersonDialog id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
