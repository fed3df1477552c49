/** A refusal is short; a longer text that has no headings is a summary by a model that forgot them. */
export const REFUSAL_MAX_CHARS = 400;

/** What a model says that does not want to. */
export const REFUSAL_WORDS =
  /\b(?:i(?:['’]m| am) (?:sorry|unable|not able)|i (?:can(?:['’]t|not)|won['’]t|must decline)|as an ai\b|unable to (?:help|assist|comply))|抱歉|对不起|无法(?:协助|提供|帮助)|申し訳|できません|죄송|도와드릴 수 없|es tut mir leid|kann (?:ich )?(?:dabei )?nicht helfen|désolée?|je ne peux pas|lo siento|no puedo (?:ayudar|hacer)|извините|не могу помочь|desculpe|não posso (?:ajudar|fazer)/iu;

/** What a model asks that takes the last turn for a question to itself. */
export const ASKING_BACK =
  /(?:would you like|shall i|should i|do you want me|how can i help|can you (?:please )?(?:share|provide|clarify|confirm)|could you (?:please )?(?:share|provide|clarify|confirm)|let me know (?:if|how|what|which)|请问您|需要我|您希望|でしょうか|ますか|할까요|드릴까요|soll ich|möchten sie|möchtest du|voulez-vous|souhaitez-vous|quieres que|desea que|gostaria que|quer que eu|хотите, чтобы|мне продолжить)/iu;

/** How a model begins that answers instead of noting down. */
export const ANSWERING =
  /^(?:sure|certainly|of course|absolutely|great question|okay[,!]|ok[,!]|i['’]ll (?:now )?(?:start|go|do|fix|run|write|continue)|let me (?:start|go|do|fix|run|write|continue|check|look)|hello|hi[,! ]|好的[，,]|当然|はい[、,]|もちろん|네[,.]|natürlich|gerne[,!]|bien sûr|claro|por supuesto|конечно)/iu;
