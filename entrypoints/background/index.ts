import { defineBackground } from 'wxt/utils/define-background'

import { keepTime } from '@/lib/doors/clock'
import { admitExtensions } from '@/lib/doors/external-door'
import { admitNavigations } from '@/lib/doors/navigations'
import { admitNotices } from '@/lib/doors/notices'
import { admitPages } from '@/lib/doors/page-door'
import { admitScreens } from '@/lib/doors/screen-door'
import { keepLate } from '@/lib/late/load'
import { takeUp } from '@/lib/payments/take-up'
import { createWallet } from '@/lib/payments/wallet'

// Every listener is registered in this first turn: the event that woke the worker is waiting.
export default defineBackground(() => {
  keepLate()
  const wallet = createWallet(takeUp)
  admitNavigations(wallet)
  admitPages(wallet)
  admitScreens(wallet)
  admitExtensions(wallet)
  admitNotices(wallet)
  keepTime(wallet)
})
