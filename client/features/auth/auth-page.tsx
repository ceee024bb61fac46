import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { AccountFrame } from '#client/components/account-frame.tsx'
import { prepareToasts } from '#client/components/toasts.tsx'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import { company } from '#shared/company.ts'
import { AuthTabs, tabPanelProps } from './auth-tabs.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { SignUpSent } from './sign-up-sent.tsx'

/** Redirects signed-in visitors, also after they sign in here. */
export function AuthPage() {
  useEffect(prepareToasts, [])
  const { status } = useAuth()
  const router = useRouter()
  const { tab: tabInAddress, next } = useSearch({ from: '/auth/' })
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const panel = useRef<HTMLDivElement>(null)
  const tab = tabInAddress ?? 'sign-in'

  // Takes over what was typed before hydration.
  useLayoutEffect(() => {
    const typed = panel.current?.querySelector<HTMLInputElement>('input[type=email]')
    if (typed?.value) setEmail(typed.value)
  }, [])

  useEffect(() => {
    if (status === 'signed-in') router.history.replace(next ?? '/')
  }, [status, next, router])

  const typed = { email, onEmail: setEmail }
  return (
    <AccountFrame title={company.name} subtitle="Sign in to access your account">
      <AuthTabs
        chosen={tab}
        onChoose={(chosen) =>
          navigate({ to: '/auth', search: (search) => ({ ...search, tab: chosen }), resetScroll: false })
        }
      />
      <div ref={panel} {...tabPanelProps(tab)}>
        {tab === 'sign-in' && <SignInForm {...typed} />}
        {tab === 'sign-up' && !sentTo && <SignUpForm {...typed} onSent={setSentTo} />}
        {tab === 'sign-up' && sentTo && <SignUpSent email={sentTo} onStartAgain={() => setSentTo(undefined)} />}
      </div>
    </AccountFrame>
  )
}
