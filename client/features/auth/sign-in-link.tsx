import { Link } from '@tanstack/react-router'
import { useAuth } from '#client/lib/auth/use-auth.ts'

/** The way on from a link in an email, which may be opened again while signed in. */
export function SignInLink({ next }: { next?: '/admin/today' }) {
  if (useAuth().status === 'signed-in')
    return <Link to={next ?? '/account'}>{next ? 'Go to the dashboard' : 'Go to your account'}</Link>
  return (
    <Link to="/auth" search={{ next }}>
      Go to Sign In
    </Link>
  )
}
