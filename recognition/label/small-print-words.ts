/**
 * Words of the small print of labels, in English, German, French, Dutch, Spanish, Czech and Italian, in this order. Case and
 * accents do not matter.
 */

/** A line with a word of both lists says how to store or serve the beer: 'store cool and dark', 'bitte hell lagern'. */
export const KEEPING = {
  verbs: `
    keep, kept, store, stored, storing, storage, serve, served, please,
    lagern, lagerung, lagertemperatur, aufbewahren, aufzubewahren, aufbewahrung, servieren, genießen, schützen, bitte,
    conserver, conservez, conservation, stocker, garder, tenir, servir, déguster,
    bewaren, bewaar, serveren, serveer, schenken,
    conservar, conserve, consérvese, conservación, guardar, guárdese, mantener, manténgase, almacenar, almacénese, sírvase,
    skladujte, skladovat, skladování, uchovávejte, uchovávat, uchovejte, chraňte, podávejte, servírujte,
    conservare, conservarsi, conservato, conservazione, tenere, mantenere, servire, proteggere`,
  conditions: `
    cool, cold, chilled, dark, dry, upright, refrigerated, fridge, sunlight, heat, light, place, temperature,
    kühl, kühlen, kalt, gekühlt, dunkel, dunklen, hell, trocken, stehend, aufrecht, frisch, lichtgeschützt, licht, sonne,
    sonnenlicht, sonneneinstrahlung, wärme, frost, frostfrei, temperatur,
    frais, fraîche, fraîcheur, sec, abri, lumière, soleil, debout, sombre, obscur, obscurité, chaleur, température, froid,
    endroit,
    koel, koele, koud, donker, donkere, droog, droge, rechtop, staand, plaats, zonlicht, temperatuur, vorstvrij,
    lugar, fresco, seco, oscuro, oscuridad, frío, fría, luz, sol, sombra, vertical, refrigerado, temperatura,
    chladu, chladnu, chladném, suchu, suchém, temnu, temném, tmavém, tmě, světlem, světla, světlém, světle, mrazem,
    slunečním, slunce, teplotě, místě, nastojato, vychlazené,
    luogo, asciutto, buio, scuro, luce, sole, riparo, calore, verticale, freddo, fredda`,
}

/** A line with one of these is about recycling, a deposit, the date, the ingredients or an award. */
export const WORDS_ALONE = `
  recycle, recycled, recyclable, recycling, refrigerate, deposit, refund, ingredient, ingredients, allergens, award, awards,
  recyceln, recycelbar, wertstoff, wertstoffe, pfand, pfandflasche, pfanddose, pfandfrei, einwegpfand, mehrwegpfand, einweg,
  einwegflasche, mehrweg, mehrwegflasche, leergut, mhd, mindesthaltbarkeit, mindesthaltbarkeitsdatum, zutaten, allergene,
  prämiert, goldprämiert, goldmedaille, silbermedaille, bronzemedaille,
  recycler, recyclez, recyclé, recyclage, triman, consigne, consigné, consignée, ingrédient, ingrédients, allergènes,
  recycleer, recyclen, recyclebaar, statiegeld, statiegeldfles, tht, ingrediënten, allergenen,
  reciclar, recicla, reciclable, reciclaje, retornable, caducidad, ingredientes, alérgenos,
  recyklujte, recyklace, recyklovatelný, recyklovatelné, záloha, zálohovaná, zálohováno, zálohový, vratná, nevratná,
  trvanlivost, spotřebujte, složení, alergeny,
  riciclare, riciclabile, riciclo, cauzione, scadenza, ingredienti, allergeni`

/** The same for words in a row. */
export const PHRASES = `
  best before, best by, best if used, use by, use before, sell by, expiry date, exp date, bottled on, canned on, packed on,
  packaged on, see cap, see base, see neck, see lid, do not litter, dispose of, keep tidy, return for, redemption value,
  cash redemption, po box, p o box, world beer cup, european beer star,
  mindestens haltbar, haltbar bis, zu verbrauchen bis, abgefüllt am, siehe etikett, siehe deckel, siehe flaschenhals,
  à consommer, consommer de préférence, consommer avant, date limite, durabilité minimale, consignes de tri, boîte postale,
  médaille d'or, médaille d'argent, médaille de bronze, concours général, concours international,
  ten minste houdbaar, tenminste houdbaar, minste houdbaar, houdbaar tot, gouden medaille, zilveren medaille, bronzen medaille,
  consumir preferentemente, consumir antes, consumo preferente, antes del fin, fecha de consumo, medalla de oro,
  medalla de plata, medalla de bronce,
  min trvanlivost, spotřebovat do, datum spotřeby, zlatá medaile, stříbrná medaile, bronzová medaile,
  da consumarsi, consumare preferibilmente, preferibilmente entro, entro il, entro fine, raccolta differenziata,
  vuoto a rendere, casella postale, medaglia d'oro, medaglia d'argento, medaglia di bronzo`

/** Two of these, separated by a comma, are a list of ingredients; so is one behind a word for 'contains'. */
export const INGREDIENTS = `
  water, malt, malts, barley, wheat, oats, hop, hops, yeast, sugar, gluten, rye, maize, rice,
  wasser, brauwasser, malz, gerstenmalz, weizenmalz, roggenmalz, gerste, hopfen, hopfenextrakt, hefe, zucker, weizen,
  eau, malté, orge, froment, blé, houblon, houblons, levure, levures, sucre,
  mout, gerstemout, tarwemout, gerst, tarwe, gist, suiker,
  agua, malta, cebada, trigo, lúpulo, levadura, azúcar,
  voda, slad, ječný, ječmenný, pšeničný, chmel, chmelový, chmelové, kvasnice, cukr,
  acqua, malto, orzo, frumento, luppolo, lievito, lieviti, zucchero`
export const CONTAINS = 'contains, enthält, contient, bevat, contiene, obsahuje'
