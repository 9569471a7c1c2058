import type { SiteView } from '@/lib/views/sites'

import { usePageWords } from '../../i18n/pages'
import { Address } from '../../parts/Address'
import { SiteText } from '../../parts/SiteText'
import { dollars, units } from '../../text/amount'
import { short } from '../../text/short'

/** The payees and prices that the wallet compares the next quote with. */
export function Remembered({ site }: { readonly site: SiteView }) {
  const { t, format } = usePageWords()
  const { payees, prices } = site
  const amount = (decimal: string, symbol: string | null) =>
    `${units(decimal, format.locale).text} ${symbol ?? ''}`.trimEnd()
  return (
    <>
      <section className="setting" aria-labelledby="payees">
        <h2 className="strong" id="payees">
          {t.sites.payees}
        </h2>
        <p className="quiet">{payees.length === 0 ? t.sites.noPayees : t.sites.payeesMore}</p>
        {payees.length > 0 && (
          <div className="scrolls">
            <table className="data">
              <thead>
                <tr>
                  <th scope="col">{t.sites.payee}</th>
                  <th scope="col" className="n">
                    {t.sites.lastAmount}
                  </th>
                  <th scope="col" className="n">
                    {t.sites.times}
                  </th>
                  <th scope="col" className="n">
                    {t.sites.when}
                  </th>
                </tr>
              </thead>
              <tbody>
                {payees.map((payee) => (
                  <tr key={payee.payTo}>
                    <th scope="row">
                      <Address value={payee.payTo} /> <span className="quiet">{payee.networkName}</span>
                    </th>
                    <td className="n">{amount(payee.amount, payee.symbol)}</td>
                    <td className="n">
                      {format.number(payee.count)}
                      <div className="quiet">
                        {dollars(payee.totalUsd, format.locale).text} {payee.testnet && t.sites.testTag}
                      </div>
                    </td>
                    <td className="n">{format.moment(payee.lastSeen)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
      <section className="setting" aria-labelledby="prices">
        <h2 className="strong" id="prices">
          {t.sites.prices}
        </h2>
        <p className="quiet">{prices.length === 0 ? t.sites.noPayees : t.sites.pricesMore}</p>
        {prices.length > 0 && (
          <div className="scrolls">
            <table className="data">
              <thead>
                <tr>
                  <th scope="col">{t.sites.what}</th>
                  <th scope="col" className="n">
                    {t.sites.price}
                  </th>
                  <th scope="col" className="n">
                    {t.sites.when}
                  </th>
                </tr>
              </thead>
              <tbody>
                {prices.map((price) => (
                  <tr key={`${price.method} ${price.path} ${price.payTo} ${price.networkName}`}>
                    <th scope="row" className="path">
                      <SiteText text={`${price.method} ${price.path}`} />{' '}
                      <span className="quiet mono" title={price.payTo}>
                        {short(price.payTo)}
                      </span>
                    </th>
                    <td className="n">{amount(price.amount, price.symbol)}</td>
                    <td className="n">{format.moment(price.lastSeen)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
    </>
  )
}
