/** Languages beside English whose words are known. */
export type ForeignLanguage = "de" | "fr" | "es" | "it" | "pt" | "nl" | "ru" | "ja" | "zh" | "ko";

/** Words that say nothing of a text's subject, question words among them. Lower case; accents are folded on use. */
export const STOP_WORDS_OF: Readonly<Record<ForeignLanguage, string>> = {
  de: `aber alle allem allen aller alles als also am an ander andere anderen anderer anderes auch auf aus bei beim bin
    bis bist da dabei damit dann das dass daß dein deine deinem deinen deiner dem den denen denn der deren des dessen
    dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines einige er
    es etwas euch euer für gab gegen gibt habe haben hast hat hatte hatten hier ich ihm ihn ihnen ihr ihre ihrem ihren
    ihrer im in ins ist ja jede jedem jeden jeder jedes jetzt kann kannst können könnte man manche mein meine meinem
    meinen meiner mich mir mit muss musste müssen nach nicht nichts noch nun nur ob oder ohne schon sehr sein seine
    seinem seinen seiner seit sich sie sind so soll sollen sollte über um und uns unser unsere unserem unseren unter
    viel viele vom von vor wann warum was weil welche welchem welchen welcher welches wem wen wenn wer werde werden
    wie wieder wieso will wir wird wirst wo wohin woher worden wurde wurden würde während zu zum zur zwischen wieviel
    wofür womit wozu wovon worüber weshalb`,
  fr: `à ai aie ainsi alors après as au aucun aussi autre aux avait avant avec avez avoir avons c ça car ce ceci cela
    celle celui ces cet cette ceux chaque chez combien comme comment contre d dans de depuis des donc dont du elle
    elles en encore entre es est et étaient étais était été être eu eux faire fait faut font furent fut il ils j je
    jusqu l la là laquelle le lequel les leur leurs lors lui m ma mais me même mes moi moins mon n ne ni nos notre
    nous on ont ou où par parce pas peu peut plus pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa
    sans se sera ses si son sont sous sur t ta te tes toi ton tous tout toute toutes très tu un une vers vos votre
    vous y`,
  es: `a adónde al algo alguna algunas alguno algunos ante antes aquel aquella aquello así aún aunque bajo bien cada
    como cómo con contra cuál cuáles cual cuando cuándo cuánta cuántas cuánto cuántos de del desde donde dónde durante
    e el él ella ellas ellos en entre era eran eres es esa esas ese eso esos esta ésta está están estaba estaban estar
    estas este esto estos estoy fue fueron fui ha había habían han has hasta hay he hemos la las le les lo los más me
    mi mí mis mucho muchos muy nada ni no nos nosotros nuestra nuestras nuestro nuestros o os otra otras otro otros
    para pero poco por porque qué que quién quiénes quien se sea ser si sí sido sin sobre son soy su sus también tan
    tanto te tenemos tengo tiene tienen toda todas todo todos tu tú tus un una uno unos unas usted ustedes ya y yo`,
  it: `a abbiamo ad agli ai al alla alle allo anche ancora c che chi ci come con contro cosa cui da dagli dai dal dalla
    dalle dallo degli dei del della delle dello di dopo dov dove e è ed era erano essere fa fare fra fu gli ha hai
    hanno ho i il in io l la le lei li lo loro lui ma me mi mia mie miei mio ne negli nei nel nella nelle nello noi
    non nostra nostre nostri nostro o ogni per perché più poi prima qual quale quali quando quanta quante quanti
    quanto quella quelle quelli quello questa queste questi questo qui se sei senza si sia siamo sono sopra sotto sta
    stata stati stato su sua sue sugli sui sul sulla sulle suo suoi ti tra tu tua tue tuo tuoi tutta tutte tutti tutto
    un una uno vi voi`,
  pt: `a à ao aos aquela aquele aquilo as às até cada com como da das de dela dele deles depois do dos e é ela elas ele
    eles em entre era eram essa essas esse esses esta está estão estas estava estavam este estes estou eu foi foram
    há isso isto já lhe lhes mais mas me mesmo meu meus minha minhas muito na nas não nem no nos nós nossa nossas nosso
    nossos num numa o onde os ou para pela pelas pelo pelos por porque porquê quais qual quando quanta quantas quanto
    quantos que quem se sem ser seu seus só sobre sua suas também te tem têm temos tenho ter teu teus tinha toda todas
    todo todos tu tua um uma umas uns você vocês`,
  nl: `aan al alle alles als altijd andere bij daar dan dat de der deze die dit doch doen door dus een eens en er ge geen
    haar had heb hebben heeft hem het hij hoe hoeveel hun iets ik in is ja je jij jou jouw jullie kan kon kunnen maar
    me meer men met mij mijn moet na naar niet niets nog nu of om omdat ons onze ook op over reeds te tegen toch toen
    tot u uit uw van veel voor waar waarom waren wanneer want was wat we welk welke werd wie wij wil worden wordt zal
    ze zelf zich zij zijn zo zonder zou`,
  ru: `а без более больше будет будто бы был была были было быть в вам вас вдруг ведь во вот все всегда всего всех всю вы
    где да даже для до другой его ее её ей ему если есть еще ещё же за зачем здесь и из или им иногда их к как какая
    какие какой какую когда кого ком кому который кто куда ли лучше между меня мне много может можно мой моя мои мы на
    над надо наш наша наше нашей нашего наши не него нее ней нельзя нет ни нибудь никогда ним них ничего но ну о об он
    она они оно опять от отчего по под пока после потом потому почему почти при про с сам свой свою себе себя сейчас
    сколько со так такой там тебя тем теперь то тогда того тоже той только том тот тут ты у уж уже хоть чего чей чем
    чему что чтобы чья эта эти это этого этой этом этот эту я`,
  ja: `は が を に で と も の へ か や ね よ な て た だ です ます ました ません でした である する した して します いる いた
    ある あった この その あの これ それ あれ ここ そこ どこ いつ 何 なに なん 誰 だれ なぜ どう どの どれ どんな いくつ いくら
    から まで より など ため こと もの 私 われわれ ください さん`,
  zh: `的 了 是 在 和 与 及 或 我 你 您 他 她 它 我们 你们 他们 这 那 这个 那个 哪 哪个 哪里 哪儿 什么 怎么 怎样 为什么 多少 几 吗 呢 吧
    啊 有 没有 不 也 都 就 着 过 把 被 让 给 对 从 到 上 里 个 谁 何时 什么时候 时候 之 其 于 以 为 会 能 要 请 每 多 久 多久`,
  ko: `은 는 이 가 을 를 에 의 와 과 도 로 으로 에서 그 그것 이것 저것 저 나 우리 너 무엇 뭐 어디 언제 누가 누구 왜 어떻게 얼마 얼마나
    몇 어떤 어느 있다 있습니다 있나요 없다 하다 합니다 했다 한다 되다 입니다 인가요 이다 및 또는 그리고`,
};
