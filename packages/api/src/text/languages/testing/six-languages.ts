/** Notes in six languages, each as title and content, and questions that have words of one of them in other forms. */
export interface LanguageVault {
  readonly language: string;
  readonly notes: readonly (readonly [title: string, content: string])[];
  /** A question and the place of its note. */
  readonly questions: readonly (readonly [question: string, note: number])[];
}

export const SIX_LANGUAGES: readonly LanguageVault[] = [
  {
    language: "de",
    notes: [
      ["Der Schlüssel liegt beim Nachbarn", "Den Ersatzschlüssel hat Frau Weber im zweiten Stock."],
      ["Die Miete steigt im März", "Der Vermieter hat eine Erhöhung um vier Prozent angekündigt."],
      ["Häuser aus Holz", "Ein Haus aus Holz speichert Wärme schlechter als eines aus Stein."],
      ["Zahnarzttermine zweimal im Jahr", "Die Versicherung verlangt, dass man jeden Termin ins Heft einträgt."],
      ["Rechnungen am Monatsende bezahlen", "Alle offenen Beträge überweisen wir am letzten Freitag."],
      ["Der Garten braucht Regen", "Die Tomaten sind in diesem Sommer zu trocken geworden."],
      ["Die Straße vor dem Büro ist gesperrt", "Bauarbeiten dauern bis Ende Mai, Umleitung über den Ring."],
      ["Die Kinder lernen Schwimmen", "Der Kurs im Hallenbad beginnt am Dienstag."],
      ["Das Auto verliert Öl", "Die Werkstatt vermutet eine undichte Dichtung am Motor."],
      ["Bücher für den Urlaub", "Zwei Romane und ein Reiseführer über Island."],
    ],
    questions: [
      ["Wer hat meine Schlüssel, wenn ich nicht da bin?", 0],
      ["Wann bezahle ich die Rechnung?", 4],
      ["Welche Strassen sind gesperrt?", 6],
      ["Was für ein Buch nehme ich in den Urlaub mit?", 9],
    ],
  },
  {
    language: "fr",
    notes: [
      ["Les factures d'eau arrivent en juin", "La mairie envoie le relevé deux fois par an."],
      ["Le cheval boite depuis lundi", "Le vétérinaire passera jeudi matin."],
      ["Réunions courtes le vendredi", "L'équipe préfère trente minutes sans ordinateur."],
      ["La connexion coupe le soir", "Le fournisseur a proposé de remplacer le boîtier."],
      ["Le train de huit heures est plein", "On trouve une place assise dans celui de sept heures."],
      ["Une recette de pain sans pétrissage", "La pâte repose douze heures dans un bol fermé."],
      ["Le médecin déconseille le café", "Les douleurs ont cessé après deux semaines de thé."],
      ["Les vélos sont au garage", "Celui de Marie a un pneu crevé."],
      ["L'école ferme en avril", "Les enfants iront chez leur grand-mère."],
      ["Le chauffage fuit", "Le plombier a changé un joint mais l'odeur reste."],
    ],
    questions: [
      ["Quand arrive la facture de l'eau ?", 0],
      ["Pourquoi les connexions coupent-elles ?", 3],
      ["Quels chevaux boitent ?", 1],
      ["Qui a changé les joints du chauffage ?", 9],
    ],
  },
  {
    language: "es",
    notes: [
      ["La llave del trastero está en la cocina", "Cuelga detrás de la puerta, junto al calendario."],
      ["El alquiler sube en enero", "La dueña avisó con dos meses de antelación."],
      ["Reunión con el banco el martes", "Piden los tres últimos recibos y el contrato."],
      ["El médico recomendó caminar", "Media hora cada día, sin prisa y con buen calzado."],
      ["Comunicaciones internas por correo", "Los avisos urgentes se hacen por teléfono."],
      ["El perro come dos veces", "Por la noche solo un poco de arroz."],
      ["Las plantas de la terraza", "El limonero necesita sol y poca agua."],
      ["Pagar los impuestos en abril", "El gestor prepara la declaración cada primavera."],
      ["El coche hace ruido al frenar", "El taller cambiará las pastillas delanteras."],
      ["Libros prestados a Marta", "Dos novelas y un atlas que son de mi padre."],
    ],
    questions: [
      ["¿Dónde están las llaves del trastero?", 0],
      ["¿Cuándo son las reuniones con los bancos?", 2],
      ["¿Cómo es la comunicación interna?", 4],
      ["¿Quién prepara las declaraciones de impuesto?", 7],
    ],
  },
  {
    language: "it",
    notes: [
      ["Le chiavi di casa sono da Lucia", "Lei abita al terzo piano dello stesso palazzo."],
      ["La riunione è spostata a giovedì", "Il direttore torna da Milano mercoledì sera."],
      ["La bolletta dell'acqua è alta", "Forse c'è una perdita nel giardino."],
      ["Il medico ha cambiato la ricetta", "Una compressa la mattina invece di due."],
      ["Treni in ritardo ogni lunedì", "Conviene partire con quello delle sei."],
      ["Il cane ha paura dei temporali", "Si nasconde sotto il letto fino alla fine."],
      ["La lavatrice perde sapone", "Il tecnico ha ordinato una guarnizione nuova."],
      ["Lezioni di pianoforte il sabato", "L'insegnante chiede venti euro all'ora."],
      ["L'affitto scade a settembre", "Il contratto si rinnova per quattro anni."],
      ["Piantare i pomodori in aprile", "Dopo l'ultima gelata, vicino al muro."],
    ],
    questions: [
      ["Chi ha la chiave della casa?", 0],
      ["Quando sono le riunioni?", 1],
      ["Perché l'acqua costa tanto nelle bollette?", 2],
      ["Quanto costa una lezione di pianoforte?", 7],
    ],
  },
  {
    language: "ru",
    notes: [
      ["Ключи от квартиры у соседки", "Она живёт на втором этаже и дома вечером."],
      ["Книга лежит на даче", "Вернуть её в библиотеку до конца мая."],
      ["Оплата счетов в пятницу", "Деньги списывают с карты банка."],
      ["Врач советует гулять", "Полчаса каждый день после обеда."],
      ["Машина плохо заводится зимой", "Мастер предложил поменять аккумулятор."],
      ["Собака боится грозы", "Прячется под столом до утра."],
      ["Встреча с директором перенесена", "Теперь она будет в четверг в десять."],
      ["Помидоры сажаем в апреле", "После последних заморозков, у стены."],
      ["Дети учатся плавать", "Занятия в бассейне по вторникам."],
      ["Договор аренды до сентября", "Хозяин обещал не повышать цену."],
    ],
    questions: [
      ["У кого ключ от моей квартиры?", 0],
      ["Где лежат книги?", 1],
      ["Когда встречи с директорами?", 6],
      ["Когда оплачивать счёт?", 2],
    ],
  },
  {
    language: "ja",
    notes: [
      ["データベースのバックアップは毎晩二時", "失敗したときは担当者にメールが届く。"],
      ["家賃は三月から上がる", "大家さんから手紙が来た。"],
      ["犬は雷を怖がる", "ベッドの下に隠れて朝まで出てこない。"],
      ["会議は木曜日に変更", "部長が出張から戻るのを待つ。"],
      ["車のエンジンから音がする", "整備工場で部品を注文した。"],
      ["トマトは四月に植える", "霜が終わってから壁のそばに。"],
      ["歯医者の予約は年に二回", "保険証を忘れないこと。"],
      ["鍵は隣の人に預けた", "二階の佐藤さんが持っている。"],
      ["図書館の本を五月に返す", "小説が二冊と地図が一冊。"],
      ["水道料金が高い", "庭で水が漏れているかもしれない。"],
    ],
    questions: [
      ["データのバックアップはいつですか", 0],
      ["鍵は誰が持っていますか", 7],
      ["会議は何曜日ですか", 3],
      ["予約は年に何回ですか", 6],
    ],
  },
];
