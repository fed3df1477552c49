import type { Draft } from '../generate/draft.ts';
import type { Voice } from '../generate/voice.ts';
import type { Fill } from '../generate/writer.ts';
import type { Random } from '../random.ts';

const lists = {
  shop: ['青山店', '港北店', 'مكتب الميناء', '한강점', 'दिल्ली शाखा', '桜通り店'],
  good: ['茶叶', '陶器', '문구', 'توابل', 'कपड़े', '折り紙'],
  day: ['星期三', '金曜日', '토요일', 'الأحد', 'सोमवार'],
};

/** Sentences of five languages about a small trade, with emoji between. */
const FILLERS = [
  '昨天的订单都已经发出去了,仓库里还剩下一些{good}。',
  '客户说包装很漂亮,但是快递来得太慢了。',
  '午後の便は遅れていますが、{shop}には連絡しました。',
  '在庫の数え直しは、雨が止んでから始めましょう。',
  '오늘은 손님이 많아서 {good} 진열대를 두 번 채웠습니다.',
  '배송 기사님이 다음 골목에서 기다리고 있습니다.',
  'وصلت الشحنة إلى {shop} قبل الموعد بقليل، والصناديق سليمة.',
  'سأل الزبون عن {good} ثم وعد بالعودة لاحقا.',
  'आज {shop} में भीड़ कम थी, इसलिए हमने अलमारियाँ साफ़ कीं।',
  'ग्राहक ने {good} का रंग बदलने को कहा है।',
  '🚚📦 ✅ 🌧️',
  '👩🏽‍💻 👍🏼 🎋',
];

function chat(random: Random, fill: Fill, count: number): string {
  return Array.from({ length: count }, () => fill(random.pick(FILLERS))).join(' ');
}

/** A report in several languages, and a look at the orders. */
function episode(draft: Draft, fill: Fill, bulk: number): void {
  const { random } = draft;
  if (bulk > 0) draft.user(`${chat(random, fill, 2)} ${random.chance(0.5) ? '怎么样?' : 'どうでしょうか?'}`);
  for (let look = 0; look < Math.max(1, bulk); look += 1) {
    const rows = Array.from({ length: 2 + 4 * bulk }, () => `${random.int(1, 999)}\t${fill(random.pick(FILLERS))}`);
    draft.play([
      {
        name: 'read_file',
        arguments: { path: `orders/week-${random.int(10, 52)}.tsv` },
        result: rows.join('\n'),
      },
    ]);
  }
  if (bulk > 0) draft.say(chat(random, fill, 3));
}

/** A trade in Chinese, Japanese, Korean, Arabic and Hindi, with emoji. */
export const multilingual: Voice = {
  lists,
  episode,
  system:
    'You help a small trade whose people write in Chinese, Japanese, Korean, Arabic and Hindi. Answer in the language of the question, keep names and numbers as they are written. Tools: read_file, write_file, patch, terminal, web_extract.',
  asides: ['谢谢你!', 'よろしくお願いします。', '감사합니다 🙏', 'شكرا جزيلا.', 'धन्यवाद!'],
  acknowledgements: ['好的,记住了。', '承知しました。', '네, 알겠습니다.', 'حسنا، فهمت.', 'ठीक है, समझ गया।'],
  questions: ['现在情况如何?', '次は何をしますか?', '이제 어떻게 할까요?', 'ما الخطوة التالية؟', 'आगे क्या करना है?'],
  goals: [
    ['请在{day}之前把{digits:4}号仓库的旧账全部整理成一张表。', '仓库 旧账 整理|旧账'],
    ['あわせて、{shop}の棚卸し第{digits:3}回を紙なしで終わらせたいです。', '棚卸し 紙なし|棚卸し'],
  ],
  constraints: [
    ['绝对不要修改编号在{digits:4}以前的单据。', '不要修改 单据|单据'],
    ['値段は必ず税込み{int:8-10}%で表示してください、例外は番号{digits:3}だけです。', '値段 税込み 表示|値段'],
    ['고객 {digits:4}번에게는 절대 전화하지 말고 편지만 보내 주세요.', '고객 전화 편지|전화'],
    ['لا ترسل أي فاتورة تزيد على {digits:4} دينار دون موافقتي.', 'فاتورة دينار موافقتي|فاتورة'],
    ['{digits:4} नंबर के डिब्बे को कभी मत खोलना।', 'डिब्बे कभी मत खोलना|डिब्बे'],
  ],
  approvals: [
    ['我同意给{shop}退款{digits:4}元。', '同意 退款|退款'],
    ['番号{digits:4}の注文は取り消して構いません。', '注文 取り消して|取り消して'],
    ['{digits:4}번 상자는 버려도 됩니다.', '상자 버려도|상자'],
    ['أوافق على شراء الآلة رقم {digits:4}.', 'أوافق شراء الآلة|الآلة'],
    ['{digits:4} नंबर का ऑर्डर भेज सकते हो।', 'ऑर्डर भेज|ऑर्डर'],
  ],
  preferences: [
    ['我喜欢用表格,不喜欢长段落,参考第{digits:3}页。', '喜欢 表格|表格'],
    ['日付は年・月・日の順がいいです、様式{digits:3}のように。', '日付 順 様式|日付'],
    ['저는 존댓말로 쓰는 것을 더 좋아합니다, 양식 {digits:3}처럼요.', '존댓말 좋아합니다|존댓말'],
    ['أفضل الأرقام العربية في التقرير رقم {digits:3}.', 'أفضل الأرقام التقرير|الأرقام'],
    ['मुझे छोटे वाक्य पसंद हैं, नमूना {digits:3} जैसे।', 'छोटे वाक्य पसंद|वाक्य'],
  ],
  decisions: [
    ['我们决定用海运,因为空运贵了{int:20-90}%。', '决定 海运|海运'],
    ['倉庫は{digits:3}番に決めました。駅に近いからです。', '倉庫 決めました|倉庫'],
    ['상자는 {digits:3}호로 정했습니다, 더 가볍기 때문입니다.', '상자 정했습니다 가볍기|가볍기'],
    ['قررنا أن نبدأ بالمخزن {digits:3} لأنه الأصغر.', 'قررنا المخزن الأصغر|المخزن'],
    ['हमने {digits:3} नंबर का कागज़ चुना, क्योंकि वह सस्ता है।', 'कागज़ चुना सस्ता|कागज़'],
  ],
  opens: [
    ['以后还要给{digits:4}号客户写感谢信。', '客户 感谢信|感谢信'],
    ['あとで看板{digits:3}番を直す必要があります。', '看板 直す|看板'],
    ['나중에 {digits:3}번 창고의 열쇠를 찾아야 합니다.', '창고 열쇠|열쇠'],
    ['لاحقا يجب أن نطلب {digits:3} صندوقا جديدا.', 'لاحقا نطلب صندوقا|صندوقا'],
    ['बाद में {digits:3} नंबर की खिड़की ठीक करनी है।', 'बाद खिड़की ठीक|खिड़की'],
  ],
  identifiers: [
    ['报关单的号码是 [[BG-{digits:7}]]。', '报关单 号码|报关单'],
    ['荷物の追跡番号は [[JP{digits:9}]] です。', '荷物 追跡番号|追跡番号'],
    ['계약서 번호는 [[KR-{hex:7}]] 입니다.', '계약서 번호|계약서'],
    ['رقم الحاوية هو [[MSK{digits:7}]].', 'رقم الحاوية|الحاوية'],
    ['रसीद का नंबर [[RS-{digits:6}]] है।', 'रसीद नंबर|रसीद'],
  ],
  numbers: [
    ['{shop}上个月卖出 [[{digits:4} 件]]。', '上个月 卖出|卖出'],
    ['{shop}の在庫は [[{digits:4} 個]] です。', '在庫 {shop}|在庫'],
    ['운송비는 [[{digits:5} 원]] 들었습니다.', '운송비|운송비'],
    ['بلغ الوزن [[{digits:4} كغ]] في الميناء.', 'بلغ الوزن الميناء|الوزن'],
    ['किराया [[{digits:5} रुपये]] है।', 'किराया रुपये|किराया'],
  ],
  superseded: [
    ['集合地点是[[{digits:3}号门]]。', '改了,集合地点是[[{digits2:3}号门]]。', '集合地点|集合'],
    ['納期は[[{digits:3}日後]]です。', '変更です、納期は[[{digits2:3}日後]]です。', '納期|納期'],
    ['가격은 [[{digits:5}원]]으로 해 주세요.', '아니요, 가격은 [[{digits2:5}원]]으로 해 주세요.', '가격|가격'],
    ['الموعد في [[القاعة {digits:3}]].', 'تغير الأمر، الموعد في [[القاعة {digits2:3}]].', 'الموعد القاعة|الموعد'],
    ['बैठक [[कमरा {digits:3}]] में है।', 'नहीं, बैठक [[कमरा {digits2:3}]] में है।', 'बैठक कमरा|बैठक'],
  ],
  finished: [
    ['[[请把{digits:4}号标签翻译成英文]]。', '标签已经翻译好了。', '标签 翻译|标签'],
    ['[[伝票{digits:4}番を数えてください]]。', '伝票を数え終わりました。', '伝票 数えて|伝票'],
    ['[[{digits:4}번 사진을 정리해 주세요]].', '사진을 모두 정리했습니다.', '사진 정리|사진'],
    ['[[اكتب رسالة ترحيب رقم {digits:4}]].', 'كتبت الرسالة.', 'رسالة ترحيب|ترحيب'],
    ['[[{digits:4} नंबर की सूची जाँचो]].', 'सूची जाँच ली गई है।', 'सूची जाँचो|सूची'],
  ],
  commands: [
    [
      'python3 tools/convert.py --from sheet-{hex:5} --to utf8',
      'converted {int:20-90} files\nexit code 0',
      'converted files|converted',
    ],
    ['csvcheck orders-{hex:6}.tsv --strict', 'ok\nexit code 0', 'csvcheck strict ok|csvcheck'],
    ['iconv-all --dir archive-{digits:4} --lang ja', 'done\nexit code 0', 'iconv archive done|iconv'],
    ['labels print --count {digits:3} --roll {code:4}', 'printed\nexit code 0', 'labels printed|labels'],
    ['stock diff {hex:6} {hex2:6}', 'no difference\nexit code 0', 'stock no difference|stock'],
  ],
  errors: [
    [
      'python3 tools/import.py',
      "[[UnicodeDecodeError: 'shift_jis' codec can't decode byte {digits:4}]]\nexit code 1",
      'codec decode byte|decode',
    ],
    ['labels check', '[[错误:第{digits:4}行缺少价格]]\nexit code 1', '缺少价格|价格'],
    ['stock sum', '[[エラー: 列{digits:4}の単位がありません]]\nexit code 1', '単位がありません|単位'],
    ['mail send', '[[SMTPError: mailbox {hex:6} is full]]\nexit code 1', 'mailbox full|mailbox'],
    ['orders sync', '[[오류: {digits:5}번 주문이 두 번 있습니다]]\nexit code 1', '주문 두 번|주문'],
  ],
  files: [
    ['tables/旧账-{hex:4}.tsv', '整理 仓库 旧账 表\n'],
    ['notes/{digits:4}-棚卸し.md', '紙なし 棚卸し 手順 一覧\n'],
    ['letters/thanks-{hex:4}.txt', '감사 편지 손님 봄\n'],
    ['letters/welcome-{hex:4}.txt', 'رسالة ترحيب زبون جديد\n'],
    ['lists/prices-{hex:4}.tsv', 'दाम सूची नया मौसम\n'],
  ],
  closing: '最后请总结一下:目标是什么,有哪些规定?',
};
