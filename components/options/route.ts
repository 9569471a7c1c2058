import { useEffect, useState } from 'react'

/** A place of the full page. */
export type Route =
  | {
      readonly page:
        | 'home'
        | 'welcome'
        | 'recovery'
        | 'receive'
        | 'activity'
        | 'outstanding'
        | 'settings'
        | 'developer'
    }
  | { readonly page: 'send' /** whom it is filled in for; null for nobody */; readonly to: string | null }
  | { readonly page: 'payment'; readonly id: string }
  | { readonly page: 'mandate' /** the site that it is for; empty for none */; readonly origin: string }
  | { readonly page: 'sites' /** one of them; null for all */; readonly origin: string | null }
  | { readonly page: 'budgets' /** the one to point out; null for none */; readonly mandate: string | null }

/** The place that a hash names; the activity for anything else. */
export function routeOf(hash: string): Route {
  const [page, id] = hash.replace(/^#\/?/, '').split('/')
  if (page === 'payment' && id !== undefined && id !== '') return { page, id: decodeURIComponent(id) }
  if (page === 'mandate') return { page, origin: decodeURIComponent(id ?? '') }
  if (page === 'sites') return { page, origin: id === undefined || id === '' ? null : decodeURIComponent(id) }
  if (page === 'send') return { page, to: id === undefined || id === '' ? null : decodeURIComponent(id) }
  if (page === 'fund') return { page: 'receive' }
  if (page === 'budgets')
    return { page, mandate: id === undefined || id === '' ? null : decodeURIComponent(id) }
  if (
    page === 'welcome' ||
    page === 'recovery' ||
    page === 'home' ||
    page === 'receive' ||
    page === 'outstanding' ||
    page === 'settings' ||
    page === 'developer'
  )
    return { page }
  return { page: 'activity' }
}

/** Follows the hash of the page. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const follow = () => setHash(location.hash)
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  return routeOf(hash)
}
